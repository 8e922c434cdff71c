package queencell.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallerEnvironmentTest {

    private final CallerEnvironment caller = new CallerEnvironment(Map.ofEntries(
            Map.entry("PATH", "/usr/bin"),
            Map.entry("LC_ALL", "C"),
            Map.entry("LOG_LEVEL", "debug"),
            Map.entry("QUEEN_LOG_JSON", "true"),
            Map.entry("QUEEN_PROXY_ENFORCE", "false"),
            Map.entry("QUEEN_EDGE_HSTS", "off"),
            Map.entry("QUEEN_LOGIN_LOCKOUT_S", "5"),
            Map.entry("QUEEN_PUBLIC_ORIGINS", "https://a"),
            Map.entry("PXDB_POOL_SIZE", "3"),
            Map.entry("GATE_STAGE_BATCH", "10"),
            Map.entry("QUEEN_TOKEN", "t"),
            Map.entry("QUEEN_KV_WRITE_RATE", "7"),
            Map.entry("METRICS_FLUSH_MS", "1000"),
            Map.entry("QUEEN_URL", "http://b"),
            Map.entry("QUEEN_BIN", "/b"),
            Map.entry("PG_HOST", "elsewhere"),
            Map.entry("PGPASSWORD", "secret"),
            Map.entry("PORT", "80"),
            Map.entry("JWT_SECRET", "s"),
            Map.entry("JAVA_TOOL_OPTIONS", "-Dx=y"),
            Map.entry("GOOGLE_CLIENT_ID", "g"),
            Map.entry("GOOGLE_CLIENT_SECRET", "gs"),
            Map.entry("GOOGLE_ALLOWED_DOMAINS", "acme.example"),
            Map.entry("GOOGLE_APPLICATION_CREDENTIALS", "/elsewhere"),
            Map.entry("GITHUB_CLIENT_ID", "h"),
            Map.entry("GITHUB_CLIENT_SECRET", "hs"),
            Map.entry("GITHUB_TOKEN", "somebody's"),
            Map.entry("QUEEN_PROXY_EMPTY", "  ")));

    @Test
    void the_proxy_sees_its_own_names_and_no_others() {
        assertThat(caller.forProxy())
                .containsOnlyKeys(
                        "PATH",
                        "LC_ALL",
                        "LOG_LEVEL",
                        "QUEEN_LOG_JSON",
                        "QUEEN_PROXY_ENFORCE",
                        "QUEEN_EDGE_HSTS",
                        "QUEEN_LOGIN_LOCKOUT_S",
                        "QUEEN_PUBLIC_ORIGINS",
                        "PXDB_POOL_SIZE",
                        "GOOGLE_CLIENT_ID",
                        "GOOGLE_CLIENT_SECRET",
                        "GOOGLE_ALLOWED_DOMAINS",
                        "GITHUB_CLIENT_ID",
                        "GITHUB_CLIENT_SECRET");
    }

    @Test
    void a_client_at_google_that_is_meant_for_the_proxy_must_not_keep_gate_from_starting() {
        assertThat(caller.forGate()).doesNotContainKey("GOOGLE_CLIENT_ID");
        var both = new HashMap<>(caller.variables());
        both.put("GATE_SESSION_SECRET", "s".repeat(32));
        assertThat(new CallerEnvironment(both).forGate())
                .containsEntry("GOOGLE_CLIENT_ID", "g")
                .containsEntry("GOOGLE_CLIENT_SECRET", "gs")
                .containsEntry("GOOGLE_ALLOWED_DOMAINS", "acme.example")
                .doesNotContainKeys("GITHUB_CLIENT_ID", "GOOGLE_APPLICATION_CREDENTIALS");
    }

    @Test
    void gate_sees_its_own_names_and_no_others() {
        assertThat(caller.forGate())
                .containsOnlyKeys("PATH", "LC_ALL", "LOG_LEVEL", "QUEEN_LOG_JSON", "GATE_STAGE_BATCH", "QUEEN_TOKEN");
    }

    @Test
    void the_broker_gets_the_queen_names_that_are_nobody_elses() {
        assertThat(caller.forBroker())
                .containsOnlyKeys("PATH", "LC_ALL", "LOG_LEVEL", "METRICS_FLUSH_MS", "QUEEN_KV_WRITE_RATE");
    }

    @Test
    void what_several_would_read_reaches_nobody() {
        for (Map<String, String> seen :
                List.of(caller.forAnyProgram(), caller.forProxy(), caller.forGate(), caller.forBroker())) {
            assertThat(seen)
                    .doesNotContainKeys(
                            "PG_HOST", "PGPASSWORD", "PORT", "JWT_SECRET", "JAVA_TOOL_OPTIONS", "QUEEN_URL");
        }
    }

    @Test
    void a_blank_variable_counts_as_absent() {
        assertThat(caller.value("QUEEN_PROXY_EMPTY")).isEmpty();
        assertThat(caller.value("QUEEN_PROXY_NEVER_SET")).isEmpty();
    }
}
