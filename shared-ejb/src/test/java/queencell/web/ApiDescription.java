package queencell.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The description of an API (OpenAPI 3.1), as tests hold it against the routes that the code has and against what a
/// running server answers.
public final class ApiDescription {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head", "options");
    private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

    private final JsonNode root;
    private final JsonShapes shapes;
    private final List<Route> routes;

    private record Route(String method, String template, Pattern path, JsonNode item, JsonNode operation) {
        String name() {
            return method + " " + template;
        }
    }

    private ApiDescription(JsonNode root) {
        this.root = root;
        this.shapes = new JsonShapes(root);
        this.routes = root.path("paths").properties().stream()
                .flatMap(path -> routes(path.getKey(), path.getValue()))
                // a literal segment is meant before a parameter: `/console/openapi.json` is not any `/console/{deep}`
                .sorted(Comparator.comparing(
                        (Route route) -> PARAMETER.matcher(route.template()).replaceAll("\uffff")))
                .toList();
    }

    public static ApiDescription of(byte[] json) {
        try {
            return new ApiDescription(JSON.readTree(json));
        } catch (IOException broken) {
            throw new AssertionError("the description is no JSON: " + broken.getMessage(), broken);
        }
    }

    /// A resource beside a class.
    public static ApiDescription beside(Class<?> type, String name) {
        try (InputStream stream = type.getResourceAsStream(name)) {
            return of(stream.readAllBytes());
        } catch (IOException unreadable) {
            throw new IllegalStateException(name, unreadable);
        }
    }

    private Stream<Route> routes(String template, JsonNode item) {
        return item.properties().stream()
                .filter(member -> METHODS.contains(member.getKey()))
                .map(member -> new Route(
                        member.getKey().toUpperCase(Locale.ROOT),
                        template,
                        pathOf(template, pathParameters(item, member.getValue())),
                        item,
                        member.getValue()));
    }

    private static Pattern pathOf(String template, Map<String, JsonNode> parameters) {
        return Pattern.compile(Arrays.stream(template.split("(?=\\{)|(?<=})"))
                .map(part -> part.startsWith("{")
                        ? valuesOf(parameters.get(part.substring(1, part.length() - 1)))
                        : Pattern.quote(part))
                .collect(Collectors.joining()));
    }

    /// What may stand in the place of a parameter: one of its values, whatever fits its pattern, or one segment.
    private static String valuesOf(JsonNode schema) {
        if (schema == null) {
            return "[^/]+";
        }
        if (schema.has("enum")) {
            return schema.path("enum")
                    .valueStream()
                    .map(value -> Pattern.quote(value.asText()))
                    .collect(Collectors.joining("|", "(?:", ")"));
        }
        return "(?:" + schema.path("pattern").asText("[^/]+") + ")";
    }

    /// The schemas of the parameters in the path, by name.
    private Map<String, JsonNode> pathParameters(JsonNode item, JsonNode operation) {
        return Stream.of(item, operation)
                .flatMap(place -> place.path("parameters").valueStream())
                .map(this::resolved)
                .filter(parameter -> parameter.path("in").asText().equals("path"))
                .collect(Collectors.toMap(
                        parameter -> parameter.path("name").asText(),
                        parameter -> resolved(parameter.path("schema")),
                        (_, ofOperation) -> ofOperation,
                        TreeMap::new));
    }

    public JsonNode json() {
        return root;
    }

    /// Every operation, as `GET /path/{name}`.
    public Set<String> operations() {
        return routes.stream().map(Route::name).collect(Collectors.toCollection(TreeSet::new));
    }

    /// Every answer of every operation, as `200 GET /path/{name}`.
    public Set<String> answers() {
        return routes.stream()
                .flatMap(route -> route.operation().path("responses").properties().stream()
                        .map(response -> response.getKey() + " " + route.name()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The routes that JAX-RS classes have, in the same spelling.
    public static Set<String> routesOf(Collection<Class<?>> resources) {
        return resources.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .flatMap(ApiDescription::routesOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> routesOf(Method method) {
        String base = method.getDeclaringClass().getAnnotation(Path.class).value();
        Path below = method.getAnnotation(Path.class);
        String path = ("/" + base + (below == null ? "" : "/" + below.value())).replaceAll("/{2,}", "/");
        return Arrays.stream(method.getAnnotations())
                .map(each -> each.annotationType().getAnnotation(HttpMethod.class))
                .filter(each -> each != null)
                // `{name: pattern}` is `{name}` to whoever reads it
                .map(each -> each.value() + " " + path.replaceAll("\\{(\\w+):[^}]*}", "{$1}"));
    }

    /// What is wrong with the description itself: references that lead nowhere, parameters of a path that are not
    /// described or not in it, operations without answers.
    public List<String> problems() {
        var problems = new ArrayList<String>();
        root.findValues("$ref").stream()
                .filter(reference -> root.at(reference.asText().substring(1)).isMissingNode())
                .forEach(reference -> problems.add(reference.asText() + " leads nowhere"));
        for (Route route : routes) {
            Set<String> inPath = PARAMETER
                    .matcher(route.template())
                    .results()
                    .map(found -> found.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
            Set<String> described =
                    pathParameters(route.item(), route.operation()).keySet();
            if (!inPath.equals(described)) {
                problems.add("%s has the parameters %s and describes %s".formatted(route.name(), inPath, described));
            }
            if (route.operation().path("responses").isEmpty()) {
                problems.add(route.name() + " describes no answer");
            }
        }
        return problems;
    }

    /// The operation that a request meets, as in [#operations].
    ///
    /// @param target path with or without a query
    public Optional<String> operation(String method, String target) {
        return route(method, target).map(Route::name);
    }

    private Optional<Route> route(String method, String target) {
        String path = target.replaceFirst("\\?.*", "");
        String like = method.equals("HEAD") ? "GET" : method;
        return routes.stream()
                .filter(route -> route.method().equals(like)
                        && route.path().matcher(path).matches())
                .findFirst();
    }

    /// What an answer has that is not described, or lacks.
    ///
    /// @param contentType empty for none
    public List<String> judge(String method, String target, int status, String contentType, byte[] body) {
        Optional<Route> route = route(method, target);
        if (route.isEmpty()) {
            return status < 400
                    ? List.of("%s %s is not described and answers %d".formatted(method, target, status))
                    : List.of();
        }
        String name = status + " " + route.get().name();
        JsonNode response = resolved(route.get().operation().path("responses").path(Integer.toString(status)));
        if (response.isMissingNode()) {
            return List.of(name + " is not described");
        }
        JsonNode content = response.path("content");
        String type = contentType.replaceFirst("[ ;].*", "");
        if (content.isEmpty() && body.length == 0) {
            return List.of();
        }
        if (!content.has(type)) {
            return List.of("%s comes as `%s`, which is not described".formatted(name, type));
        }
        if (!type.equals("application/json") || method.equals("HEAD")) {
            return List.of();
        }
        try {
            return shapes.problems(content.path(type).path("schema"), JSON.readTree(body)).stream()
                    .map(problem -> name + ": " + problem)
                    .toList();
        } catch (IOException broken) {
            return List.of(name + " is no JSON");
        }
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? resolved(root.at(node.path("$ref").asText().substring(1))) : node;
    }

    /// The names of schemas and of the fields that each describes.
    public Map<String, Set<String>> schemaFields() {
        return root.path("components").path("schemas").properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        schema -> schema.getValue().path("properties").properties().stream()
                                .map(Map.Entry::getKey)
                                .collect(Collectors.toCollection(TreeSet::new)),
                        (one, _) -> one,
                        TreeMap::new));
    }
}
