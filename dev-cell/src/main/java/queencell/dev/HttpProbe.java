package queencell.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/// Asks a process of the cell one question. A failure to reach it is an answer too.
public final class HttpProbe {

    /// The status of a call that got no answer; the body then says why.
    public static final int UNREACHABLE = -1;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    // HTTP/1.1 only: the broker closes on an offer to upgrade
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    public record Answer(int status, String body) {}

    private HttpProbe() {}

    public static Answer get(URI url) {
        return send("GET", url, Map.of(), "");
    }

    /// @param body nothing is sent when it is empty
    public static Answer send(String method, URI url, Map<String, String> headers, String body) {
        try {
            var request = HttpRequest.newBuilder(AskedUrl.of(url)).timeout(PATIENCE);
            headers.forEach(request::header);
            request.method(
                    method,
                    body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
            HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (UnknownHostException _) {
            return new Answer(UNREACHABLE, "nobody knows its name");
        } catch (IOException | UncheckedIOException unreachable) {
            String why = unreachable.getMessage();
            return new Answer(UNREACHABLE, why == null || why.isBlank() ? "no connection" : why);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Answer(UNREACHABLE, "interrupted");
        }
    }
}
