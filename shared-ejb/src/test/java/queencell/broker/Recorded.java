package queencell.broker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The recorded answers of a real broker 1.3.0 (`vectors/broker-answers.json`), with placeholders filled in.
final class Recorded {

    private static final JsonNode FILE = read();
    private static final Map<String, String> TIMES = Map.of(
            "<time:micros>", "2026-09-04T10:00:00.123456Z",
            "<time:millis>", "2026-09-04T10:00:00.123Z",
            "<time:seconds>", "2026-09-04T10:00:00Z",
            "<time:offset>", "2026-09-04T10:00:00.12345+00:00");
    private static final Pattern UUID = Pattern.compile("<uuid:([0-9]+)>");

    private Recorded() {}

    /// A recorded pair.
    record Pair(String family, String name, String method, String path, String requestBody, RawAnswer answer) {
        @Override
        public String toString() {
            return family + " " + name;
        }
    }

    static List<Pair> all() {
        var pairs = new ArrayList<Pair>();
        FILE.path("pairs")
                .properties()
                .forEach(family -> family.getValue().forEach(pair -> pairs.add(pair(family.getKey(), pair))));
        return pairs;
    }

    static List<Pair> family(String name) {
        return all().stream().filter(pair -> pair.family().equals(name)).toList();
    }

    /// The one pair of that name; a name that is not in the file is a mistake of the test.
    static Pair pair(String family, String name) {
        return family(family).stream()
                .filter(pair -> pair.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no pair `%s` in family `%s`".formatted(name, family)));
    }

    private static Pair pair(String family, JsonNode pair) {
        JsonNode request = pair.path("request");
        JsonNode response = pair.path("response");
        JsonNode headers = response.path("headers");
        return new Pair(
                family,
                pair.path("name").asText(),
                request.path("method").asText(),
                filled(request.path("path").asText()),
                request.has("body") ? filled(request.path("body").toString()) : "",
                new RawAnswer(
                        response.path("status").asInt(),
                        headers.path("content-type").asText(),
                        headers.path("retry-after").asText(),
                        "",
                        body(response).getBytes(StandardCharsets.UTF_8),
                        true,
                        0));
    }

    private static String body(JsonNode response) {
        return filled(
                response.has("body")
                        ? response.path("body").toString()
                        : response.path("bodyText").asText());
    }

    private static String filled(String text) {
        String done = text;
        for (Map.Entry<String, String> time : TIMES.entrySet()) {
            done = done.replace(time.getKey(), time.getValue());
        }
        return UUID.matcher(done)
                .replaceAll(
                        found -> "01a22ad8-c3c9-7001-a199-6966eee3ca%02d".formatted(Integer.parseInt(found.group(1))));
    }

    private static JsonNode read() {
        try (var file = Recorded.class.getResourceAsStream("/vectors/broker-answers.json")) {
            return new JsonMapper().readTree(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
