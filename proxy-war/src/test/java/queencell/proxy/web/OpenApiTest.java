package queencell.proxy.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import queencell.proxy.access.CellUsers;
import queencell.proxy.access.IssuedKeys;
import queencell.proxy.access.Members;
import queencell.proxy.auth.Me;
import queencell.proxy.auth.SessionTokenResource;
import queencell.proxy.cluster.ClusterCatalogue;
import queencell.proxy.console.MemberResource;
import queencell.proxy.console.Overview;
import queencell.proxy.meter.UsageReport;
import queencell.proxy.operator.OperatorUserResource;

/// The description of the API says what the resources answer: no route more, none less, and no other field.
class OpenApiTest {
    private static final Map<String, Class<?>> SCHEMAS = Map.ofEntries(
            Map.entry("Overview", Overview.class),
            Map.entry("Plan", Overview.Plan.class),
            Map.entry("Usage", Overview.Usage.class),
            Map.entry("Storage", Overview.Storage.class),
            Map.entry("UsageLine", UsageReport.Line.class),
            Map.entry("ListedKey", IssuedKeys.Listed.class),
            Map.entry("IssuedKey", IssuedKeys.Issued.class),
            Map.entry("Member", Members.Member.class),
            Map.entry("Granted", MemberResource.Granted.class),
            Map.entry("Token", SessionTokenResource.Token.class),
            Map.entry("Me", Me.class),
            Map.entry("Acting", Me.Acting.class),
            Map.entry("Choice", Me.Choice.class),
            Map.entry("KeyScopes", Me.KeyScopes.class),
            Map.entry("Listing", OperatorUserResource.Listing.class),
            Map.entry("Cell", ClusterCatalogue.Cell.class),
            Map.entry("Tenant", ClusterCatalogue.Tenant.class),
            Map.entry("ListedCluster", OperatorUserResource.ListedCluster.class),
            Map.entry("Person", CellUsers.Person.class),
            Map.entry("Seat", CellUsers.Seat.class),
            Map.entry("CreatedUser", OperatorUserResource.CreatedUser.class),
            Map.entry("Renamed", OperatorUserResource.Renamed.class),
            Map.entry("Seated", OperatorUserResource.Seated.class));
    private static final Set<String> WITHOUT_A_RECORD = Set.of("Error", "Ok");

    private final JsonNode description = ApiDescription.root();

    @Test
    void every_route_is_described_and_every_description_has_a_route() {
        Set<String> described = new TreeSet<>();
        description
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

        assertThat(described).isEqualTo(routes());
    }

    private static Set<String> routes() {
        return WebPlane.RESOURCES.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .flatMap(OpenApiTest::routesOf)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> routesOf(Method method) {
        String base = method.getDeclaringClass().getAnnotation(Path.class).value();
        Path below = method.getAnnotation(Path.class);
        String path = "/" + base + (below == null ? "" : "/" + below.value());
        return Arrays.stream(method.getAnnotations())
                .map(each -> each.annotationType().getAnnotation(HttpMethod.class))
                .filter(each -> each != null)
                // `{name: pattern}` is `{name}` to whoever reads it
                .map(each -> each.value() + " " + path.replaceAll("\\{(\\w+):[^}]*}", "{$1}"));
    }

    @Test
    void every_schema_has_exactly_the_fields_of_its_record() {
        Set<String> described = new HashSet<>();
        description.path("components").path("schemas").fieldNames().forEachRemaining(described::add);
        described.removeAll(WITHOUT_A_RECORD);
        assertThat(described).isEqualTo(SCHEMAS.keySet());

        SCHEMAS.forEach((name, type) -> {
            Set<String> fields = new TreeSet<>();
            description
                    .path("components")
                    .path("schemas")
                    .path(name)
                    .path("properties")
                    .fieldNames()
                    .forEachRemaining(fields::add);
            assertThat(fields).as(name).isEqualTo(fieldsOf(type));
        });
    }

    private static Set<String> fieldsOf(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_reference_leads_somewhere_and_every_path_parameter_is_described() {
        List<JsonNode> references = description.findValues("$ref");
        assertThat(references)
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(
                                description.at(reference.asText().substring(1)).isMissingNode())
                        .as(reference.asText())
                        .isFalse());
        description
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().forEach(operation -> {
                    Set<String> named = new TreeSet<>();
                    operation.path("parameters").forEach(parameter -> {
                        if (parameter.path("in").asText().equals("path")) {
                            named.add(parameter.path("name").asText());
                        }
                    });
                    Set<String> inPath = java.util.regex.Pattern.compile("\\{(\\w+)}")
                            .matcher(path.getKey())
                            .results()
                            .map(found -> found.group(1))
                            .collect(Collectors.toCollection(TreeSet::new));
                    assertThat(named).as(path.getKey()).isEqualTo(inPath);
                    assertThat(operation.path("responses")).as(path.getKey()).isNotEmpty();
                }));
    }
}
