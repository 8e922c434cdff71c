package queencell.proxy.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import queencell.proxy.console.ConsoleShellResource;

/// What the API says of itself, held against every answer that a test gets: no status that is not described, no
/// field more or less, no field of another type.
public final class ApiDescription {
    private static final JsonNode ROOT = read();
    private static final List<Path> PATHS = paths();
    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    private record Path(String template, Pattern pattern, JsonNode operations) {}

    private ApiDescription() {}

    private static JsonNode read() {
        try (InputStream stream = ConsoleShellResource.class.getResourceAsStream("openapi.json")) {
            return new ObjectMapper().readTree(stream);
        } catch (IOException unreadable) {
            throw new IllegalStateException("openapi.json", unreadable);
        }
    }

    static JsonNode root() {
        return ROOT;
    }

    /// Literal ones first: `/console/openapi.json` is not any `/console/{deep}`.
    private static List<Path> paths() {
        return ROOT.path("paths").properties().stream()
                .map(entry -> new Path(entry.getKey(), patternOf(entry.getKey()), entry.getValue()))
                .sorted(Comparator.comparing(path -> path.template().replaceAll("\\{\\w+}", "\uffff")))
                .toList();
    }

    private static Pattern patternOf(String template) {
        String deep = template.replaceAll("\\{(deep|file)}", ".+");
        return Pattern.compile(
                deep.replaceAll("\\{provider}", "(google|github)").replaceAll("\\{\\w+}", "[^/]+"));
    }

    /// Every operation with each of its statuses, such as `GET /auth/me 401`.
    static Set<String> described() {
        var all = ConcurrentHashMap.<String>newKeySet();
        PATHS.forEach(path -> path.operations()
                .properties()
                .forEach(operation -> operation
                        .getValue()
                        .path("responses")
                        .fieldNames()
                        .forEachRemaining(status -> all.add("%s %s %s"
                                .formatted(operation.getKey().toUpperCase(Locale.ROOT), path.template(), status)))));
        return all;
    }

    /// Those of them that a test has seen since the start of this JVM.
    static Set<String> seen() {
        return Set.copyOf(SEEN);
    }

    /// @param line method and target
    static void check(String line, Answer answer) {
        String[] parts = line.split(" ", 2);
        String path = parts[1].split("\\?", 2)[0];
        Optional<Path> known = PATHS.stream()
                .filter(each -> each.pattern().matcher(path).matches())
                .findFirst();
        if (known.isEmpty() || !known.get().operations().has(parts[0].toLowerCase(Locale.ROOT))) {
            return;
        }
        JsonNode responses =
                known.get().operations().path(parts[0].toLowerCase(Locale.ROOT)).path("responses");
        JsonNode response = responses.path(Integer.toString(answer.status()));
        assertThat(response.isMissingNode())
                .as("%s answers %d, which is not described: %s", line, answer.status(), answer.body())
                .isFalse();
        SEEN.add("%s %s %d".formatted(parts[0], known.get().template(), answer.status()));
        String type = answer.header("content-type").split(";", 2)[0];
        if (!type.isEmpty()) {
            JsonNode content = response.path("content").path(type);
            assertThat(content.isMissingNode())
                    .as("%s answers %d as %s, which is not described", line, answer.status(), type)
                    .isFalse();
            if (type.equals("application/json")) {
                conform(line + " " + answer.status(), content.path("schema"), answer.json());
            }
        }
    }

    private static void conform(String where, JsonNode schema, JsonNode value) {
        if (schema.has("$ref")) {
            conform(where, ROOT.at(schema.path("$ref").asText().substring(1)), value);
            return;
        }
        if (schema.has("oneOf")) {
            conform(where, chosen(schema.path("oneOf"), value), value);
            return;
        }
        if (schema.has("const")) {
            assertThat(value).as(where).isEqualTo(schema.path("const"));
        }
        if (schema.has("enum")) {
            assertThat(schema.path("enum")).as(where).contains(value);
        }
        if (schema.has("type")) {
            assertThat(types(schema.path("type"))).as("%s: %s", where, value).contains(typeOf(value, schema));
        }
        value.forEach(element -> {
            if (value.isArray()) {
                conform(where + "[]", schema.path("items"), element);
            }
        });
        if (value.isObject() && schema.has("properties")) {
            conformFields(where, schema, value);
        }
    }

    private static JsonNode chosen(JsonNode alternatives, JsonNode value) {
        return StreamSupport.stream(alternatives.spliterator(), false)
                .filter(each -> value.isNull() == each.path("type").asText().equals("null"))
                .findFirst()
                .orElseThrow();
    }

    private static void conformFields(String where, JsonNode schema, JsonNode value) {
        value.properties()
                .forEach(field -> assertThat(schema.path("properties").has(field.getKey()))
                        .as("%s: field %s is not described", where, field.getKey())
                        .isTrue());
        schema.path("required")
                .forEach(name -> assertThat(value.has(name.asText()))
                        .as("%s: field %s is missing", where, name.asText())
                        .isTrue());
        value.properties()
                .forEach(field -> conform(
                        where + "." + field.getKey(),
                        schema.path("properties").path(field.getKey()),
                        field.getValue()));
    }

    private static List<String> types(JsonNode type) {
        return type.isArray()
                ? StreamSupport.stream(type.spliterator(), false)
                        .map(JsonNode::asText)
                        .toList()
                : List.of(type.asText());
    }

    private static String typeOf(JsonNode value, JsonNode schema) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT -> "object";
            case BOOLEAN -> "boolean";
            case NULL -> "null";
            case STRING -> "string";
            default ->
                value.isIntegralNumber() && types(schema.path("type")).contains("integer") ? "integer" : "number";
        };
    }
}
