package queencell.proxy.start;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.pipeline.UpstreamRules;
import queencell.settings.SettingsReader;

/// What load balancers read (pipeline, 14.2).
class HealthResourceTest {
    private final ServingState serving = new ServingState();

    private HealthResource health(Map<String, String> environment) {
        var reader = SettingsReader.of(environment);
        return new HealthResource(
                reader.read(LimitSettings.class),
                reader.read(UpstreamRules.class),
                reader.read(ClusterSettings.class),
                serving);
    }

    private static String text(Response answer) {
        return new String((byte[]) answer.getEntity(), StandardCharsets.UTF_8);
    }

    /// Checks compare these bytes; names of shared hosts are nobody's business here.
    @Test
    void a_check_that_reads_the_switches_would_not_find_them() {
        Response answer = health(Map.of()).health();
        assertThat(answer.getStatus()).isEqualTo(200);
        assertThat(answer.getMediaType()).hasToString("application/json");
        assertThat(text(answer))
                .isEqualTo("{\"status\":\"ok\",\"enforce\":true,\"tenant_header\":true,\"shared_hosts\":0}");
        assertThat(text(health(Map.of(
                                "QUEEN_PROXY_ENFORCE", "false",
                                "QUEEN_PROXY_TENANT_HEADER", "false",
                                "QUEEN_PROXY_SHARED_HOSTS", "a.example,b.example"))
                        .health()))
                .isEqualTo("{\"status\":\"ok\",\"enforce\":false,\"tenant_header\":false,\"shared_hosts\":2}");
    }

    @Test
    void a_proxy_that_drains_would_be_sent_new_tenants() {
        HealthResource health = health(Map.of());
        assertThat(health.ready().getStatus()).isEqualTo(503);
        serving.set(true);
        assertThat(health.ready().getStatus()).isEqualTo(200);
        assertThat(text(health.ready())).isEqualTo("{\"status\":\"ready\"}");
        serving.set(false);
        assertThat(health.ready().getStatus()).isEqualTo(503);
        assertThat(health.health().getStatus()).as("alive all the same").isEqualTo(200);
    }
}
