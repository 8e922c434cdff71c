package queencell.proxy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import queencell.dev.process.LogTail;
import queencell.http.Answer;
import queencell.http.Request;

/// One running proxy: the tenants' door, its metrics and its log.
///
/// @param door where tenants connect to
/// @param cellOnly where health and metrics are
public record ProxyProcess(URI door, URI cellOnly, Path log) {

    private static final int FAULT_LINES = 15;

    /// A request to the tenants' door; the tenant is named by [Request#host].
    public Request request(String method, String target) {
        return Request.to(door, method, target);
    }

    /// The metrics page as text.
    public String metrics() {
        return Request.to(cellOnly, "GET", "/cell/metrics").send().text();
    }

    /// The sum of all samples whose line begins so; 0 when there is none.
    public double metric(String begin) {
        return metrics()
                .lines()
                .filter(line -> line.startsWith(begin))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /// Long-polls that are parked in the whole cell.
    public double parked() {
        return metric("queen_proxy_parked{scope=\"cell\"}");
    }

    public boolean ready() {
        Answer answer = request("GET", "/readyz").send();
        return answer.status() == 200;
    }

    /// What its log tells of failed requests, with where they failed: for the text of an assertion.
    public String faults() {
        List<String> lines = logSince(0);
        var told = new StringBuilder("the log of the proxy:");
        int after = 0;
        for (String line : lines) {
            after = line.contains("request_failed") ? FAULT_LINES : after - 1;
            if (after > 0) {
                told.append('\n').append(line);
            }
        }
        return told.toString();
    }

    /// Where the log ends now; lines written from here on are read with [#logSince].
    public long logMark() {
        return LogTail.size(log);
    }

    public List<String> logSince(long mark) {
        return LogTail.since(log, mark);
    }
}
