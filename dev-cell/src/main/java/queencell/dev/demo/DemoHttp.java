package queencell.dev.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import queencell.dev.AskedUrl;
import queencell.dev.CellFault;

/// Speaks HTTP to one address, as the host and with the key it is given. Thread-safe; calls block.
///
/// A tenant is named by `Host`, which the JDK's client sets itself unless the launcher's `main` has told it otherwise.
final class DemoHttp {
    static final ObjectMapper JSON = new ObjectMapper();

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final URI base;
    private final Optional<String> host;
    private final Optional<String> key;

    private DemoHttp(URI base, Optional<String> host, Optional<String> key) {
        this.base = base;
        this.host = host;
        this.key = key;
    }

    static DemoHttp to(URI base) {
        try {
            return new DemoHttp(AskedUrl.of(base), Optional.empty(), Optional.empty());
        } catch (UnknownHostException unknown) {
            throw new CellFault("nobody knows the name in " + base, unknown);
        }
    }

    DemoHttp as(String hostName) {
        return new DemoHttp(base, Optional.of(hostName), key);
    }

    DemoHttp with(String apiKey) {
        return new DemoHttp(base, host, Optional.of(apiKey));
    }

    /// @param body the JSON of the answer; missing when it has none or is no JSON
    record Answer(int status, JsonNode body, Optional<Integer> retryAfterSeconds) {

        /// The `code` of one of our refusals, `-` where there is none.
        String code() {
            return body.path("code").asText("-");
        }

        Answer expect(int wanted, String what) {
            if (status != wanted) {
                throw CellFault.of("%s answered %d instead of %d: %s", what, status, wanted, body);
            }
            return this;
        }
    }

    Answer get(String target) {
        return send(request(target).GET());
    }

    Answer post(String target, String json) {
        return send(request(target)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    Answer put(String target, String json) {
        return send(request(target)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(json)));
    }

    private HttpRequest.Builder request(String target) {
        var request = HttpRequest.newBuilder(base.resolve(target)).timeout(Duration.ofSeconds(45));
        host.ifPresent(name -> request.header("Host", name));
        key.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    private Answer send(HttpRequest.Builder request) {
        HttpRequest built = request.build();
        try {
            HttpResponse<byte[]> answer = CLIENT.send(built, HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(
                    answer.statusCode(),
                    parsed(answer.body()),
                    answer.headers().firstValue("Retry-After").map(Integer::valueOf));
        } catch (IOException broken) {
            throw new CellFault(
                    "%s %s did not answer: %s".formatted(built.method(), built.uri(), broken.getMessage()), broken);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new CellFault("the demo was interrupted", ended);
        }
    }

    private static JsonNode parsed(byte[] body) {
        try {
            return body.length == 0 ? MissingNode.getInstance() : JSON.readTree(body);
        } catch (IOException noJson) {
            return MissingNode.getInstance();
        }
    }
}
