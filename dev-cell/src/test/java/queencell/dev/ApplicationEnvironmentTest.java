package queencell.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.dev.postgres.PostgresAddress;

class ApplicationEnvironmentTest {

    private static final PostgresAddress DATABASE = new PostgresAddress("h", 5, "u", "p", "queen_proxy", Map.of());

    @TempDir
    Path folder;

    @Test
    void both_applications_must_agree_with_the_launcher_about_every_address() {
        var environment = of(Map.of("GATE_BIND", "ignored: the plan has read it"));
        assertThat(environment.proxy("proxy", DATABASE))
                .containsEntry("QUEEN_PROXY_BIND_ADDR", "127.0.0.1")
                .containsEntry("QUEEN_PROXY_PORT", "1001")
                .containsEntry("QUEEN_PROXY_CELL_BIND", "127.0.0.1:1002")
                .containsEntry("PXDB_DB", "queen_proxy");
        assertThat(environment.gate(DATABASE.database("queen_gate")))
                .containsEntry("GATE_BIND", "127.0.0.1:1003")
                .containsEntry("GATE_CELL_BIND", "127.0.0.1:1005")
                .containsEntry("PG_DATABASE", "queen_gate")
                .containsEntry("QUEEN_URL", "http://127.0.0.1:1006");
    }

    @Test
    void a_proxy_of_a_developers_cell_must_not_take_the_clusters_of_others_for_its_own() {
        assertThat(of(Map.of()).proxy("proxy", DATABASE)).containsEntry("QUEEN_PROXY_CELL", "local");
        assertThat(of(Map.of("QUEEN_PROXY_CELL", "eu-1")).proxy("proxy", DATABASE))
                .containsEntry("QUEEN_PROXY_CELL", "eu-1");
    }

    @Test
    void sessions_must_outlive_a_restart_so_the_signing_secret_is_kept() {
        String first = of(Map.of()).proxy("proxy", DATABASE).get("QUEEN_PROXY_JWT_SECRET");
        assertThat(first).hasSizeGreaterThanOrEqualTo(32);
        assertThat(of(Map.of()).proxy("proxy", DATABASE)).containsEntry("QUEEN_PROXY_JWT_SECRET", first);
    }

    @Test
    void a_callers_signing_key_is_not_joined_by_a_second_one() {
        assertThat(of(Map.of("QUEEN_PROXY_JWT_ED25519_PEM", "pem")).proxy("proxy", DATABASE))
                .doesNotContainKey("QUEEN_PROXY_JWT_SECRET");
    }

    @Test
    void a_console_that_others_can_reach_must_not_write_without_a_sign_in() {
        assertThat(of(Map.of()).gate(DATABASE)).containsEntry("GATE_DEV_EMAIL", "dev@localhost");
        assertThat(of(Map.of(), "0.0.0.0").gate(DATABASE)).doesNotContainKeys("GATE_DEV_EMAIL", "GATE_ADMIN_EMAILS");
    }

    private ApplicationEnvironment of(Map<String, String> variables) {
        return of(variables, "127.0.0.1");
    }

    private ApplicationEnvironment of(Map<String, String> variables, String publicHost) {
        var endpoint = new Endpoint("127.0.0.1", 1006);
        var addresses = new Addresses(
                new Endpoint("127.0.0.1", 1001),
                new Endpoint("127.0.0.1", 1002),
                new Endpoint("127.0.0.1", 1003),
                new Endpoint(publicHost, 1004),
                new Endpoint("127.0.0.1", 1005),
                endpoint.url(),
                Optional.of(endpoint),
                Optional.empty());
        var plan = CellPlan.forDeveloper(
                new CellFolders(folder, folder.resolve(".cell")), new CallerEnvironment(variables));
        return new ApplicationEnvironment(plan, addresses);
    }
}
