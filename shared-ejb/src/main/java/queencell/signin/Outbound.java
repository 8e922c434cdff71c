package queencell.signin;

import static queencell.log.Field.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import queencell.log.EventLog;

/// Calls identity providers: 10 s in all, 1 MiB at most, no redirect followed, nothing sent twice (proxy console, 6.3).
/// Thread-safe; blocks.
///
/// Java's client repeats only GETs whose connection was closed under it, never a POST, so a code is redeemed once.
/// (`HttpURLConnection` does repeat a POST.) MicroProfile REST Client stands on that one, and bounds each read of an
/// answer but neither its time in all nor its size, so the reads go this way as well.
public final class Outbound implements AutoCloseable {
    private static final EventLog LOG = EventLog.of("auth");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_BYTES = 1_048_576;
    private static final int MOST_SAID = 200;

    private final Duration patience;
    private final HttpClient client;

    public Outbound() {
        this(Duration.ofSeconds(10));
    }

    Outbound(Duration patience) {
        this.patience = patience;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(patience)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }

    /// @throws queencell.web.RefusedException 502 when the provider does not answer with JSON and a status of 200
    JsonNode post(URI address, Map<String, String> form) {
        String body = form.entrySet().stream()
                .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                .collect(Collectors.joining("&"));
        return json(HttpRequest.newBuilder(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /// As [#post]; a GET.
    JsonNode get(URI address, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).GET();
        headers.forEach(request::header);
        return json(request);
    }

    private JsonNode json(HttpRequest.Builder builder) {
        HttpRequest request =
                builder.setHeader("User-Agent", "queen-proxy").timeout(patience).build();
        String problem;
        String said = "";
        try {
            HttpResponse<byte[]> answer = send(request);
            if (answer.statusCode() == 200) {
                return parsed(answer);
            }
            problem = "status " + answer.statusCode();
            said = saidBy(answer);
        } catch (IOException unreadable) {
            // without its text, which may quote the answer
            problem = unreadable.getClass().getSimpleName();
        }
        LOG.warn(
                "provider_failed",
                field("host", request.uri().getHost()),
                field("path", request.uri().getPath()),
                field("problem", problem),
                field("said", said));
        throw SigninRefusals.providerFailed(said);
    }

    private static JsonNode parsed(HttpResponse<byte[]> answer) throws IOException {
        JsonNode tree = JSON.readTree(answer.body());
        return tree == null ? MissingNode.getInstance() : tree;
    }

    private static String saidBy(HttpResponse<byte[]> refusal) {
        try {
            return said(parsed(refusal));
        } catch (IOException noJson) {
            return "";
        }
    }

    /// What a provider says of its refusal in the form of OAuth 2 (RFC 6749, 5.2); empty if it is in no such form.
    static String said(JsonNode answer) {
        String error = answer.path("error").asText();
        String description = answer.path("error_description").asText();
        String text = error.isEmpty() || description.isEmpty() ? error : error + ": " + description;
        StringBuilder visible = new StringBuilder();
        text.chars()
                .limit(MOST_SAID)
                .filter(letter -> letter >= ' ' && letter < 0x7f)
                .forEach(visible::appendCodePoint);
        return visible.toString();
    }

    /// The request's own time limit ends with the head of the answer; this one holds for the whole of it.
    private HttpResponse<byte[]> send(HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
        try {
            return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw new IOException("late", late);
        } catch (InterruptedException stopped) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("stopped", stopped);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException("failed", failed.getCause());
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
