package queencell.proxy.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
import queencell.web.ApiDescription;

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

    @Test
    void every_route_is_described_and_every_description_has_a_route() {
        assertThat(ApiWitness.DESCRIPTION.operations()).isEqualTo(ApiDescription.routesOf(WebPlane.RESOURCES));
    }

    @Test
    void every_schema_has_exactly_the_fields_of_its_record() {
        Map<String, Set<String>> described = ApiWitness.DESCRIPTION.schemaFields();
        described.keySet().removeAll(WITHOUT_A_RECORD);
        assertThat(described.keySet()).isEqualTo(SCHEMAS.keySet());

        SCHEMAS.forEach((name, type) -> assertThat(described.get(name)).as(name).isEqualTo(fieldsOf(type)));
    }

    private static Set<String> fieldsOf(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_reference_leads_somewhere_and_every_path_parameter_is_described() {
        assertThat(ApiWitness.DESCRIPTION.problems()).isEmpty();
    }
}
