package queencell.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.Cell;
import queencell.dev.CellFolders;
import queencell.http.Answer;

/// `docs/tenants.md`, copied line by line by somebody who believes it: every command runs, and each chapter's effect is
/// what the proxy then answers.
class TenantsPageIT {

    private static final String PASSWORD = "correct horse ' battery";
    private static final String ONE = "{\"items\": [{\"queue\": \"orders\", \"payload\": 1}]}";
    private static final String THREE = """
            {"items": [{"queue": "orders", "payload": 1}, {"queue": "orders", "payload": 2},
                       {"queue": "orders", "payload": 3}]}""";

    @TempDir
    Path folder;

    private Cell cell;
    private PageShell shell;
    private String brokerTenant;

    /// What must hold after the last block of a chapter.
    @FunctionalInterface
    private interface Effect {
        void holds() throws Exception;
    }

    private Map<String, Effect> effects() {
        return Map.ofEntries(
                Map.entry("Tenants: create, limit, suspend, resume, delete", () -> {}),
                Map.entry(
                        "Register a cell",
                        () -> assertThat(value("select base_url from queen_proxy.cells where slug = 'local'"))
                                .isEqualTo(cell.brokerUrl().toString())),
                Map.entry("Create", this::created),
                Map.entry("Give and revoke a key", () -> eventually(ONE, variable("worker_key"), 401, "unauthorized")),
                Map.entry("Limit", this::limited),
                Map.entry("Block pushes", () -> eventually(ONE, variable("key"), 403, "push_blocked")),
                Map.entry("Suspend", () -> eventually(ONE, variable("key"), 403, "cluster_suspended")),
                Map.entry("Resume", () -> eventually(ONE, variable("key"), 201, "")),
                Map.entry("Delete", this::deleted),
                Map.entry("What does not exist", () -> {}));
    }

    @Test
    void a_command_of_the_page_that_fails_or_lies_would_mislead_whoever_copies_it(Cell running) throws Exception {
        cell = running;
        shell = PageShell.in(folder, cell);
        List<Page.Block> blocks = Page.blocksOf(CellFolders.findRoot().resolve("docs/tenants.md"));
        assertThat(blocks).hasSizeGreaterThan(15);
        for (int i = 0; i < blocks.size(); i++) {
            Page.Block block = blocks.get(i);
            assertThat(effects()).as("docs/tenants.md:%d", block.line()).containsKey(block.heading());
            if (block.script().contains("delete_tenant(")) {
                brokerTenant = value("select broker_tenant_uuid from queen_proxy.clusters where slug = 'acme'");
            }
            shell.run("docs/tenants.md", block, PASSWORD + "\n");
            boolean last =
                    i + 1 == blocks.size() || !blocks.get(i + 1).heading().equals(block.heading());
            if (last) {
                effects().get(block.heading()).holds();
            }
        }
    }

    private void created() throws Exception {
        eventually(ONE, variable("key"), 201, "");
        assertThat(value("select password_hash = public.crypt('%s', password_hash) from queen_proxy.users"
                                .formatted(PASSWORD.replace("'", "''"))
                        + " where email = 'admin@acme.example'"))
                .isEqualTo("t");
        Answer other = cell.proxy("GET", "/api/v1/resources/queues")
                .host("acme-test.localhost")
                .bearer(variable("key"))
                .send();
        assertThat(other.status()).as(other.toString()).isEqualTo(403);
    }

    private void limited() throws Exception {
        eventually(THREE, variable("key"), 413, "payload_too_large");
        eventually(ONE, variable("key"), 201, "");
        assertThat(value("select queen_proxy.effective_cluster(id) #>> '{limits,max_req_per_sec}'"
                        + " from queen_proxy.clusters where slug = 'acme'"))
                .isEqualTo("10");
        assertThat(value("select max_queues from queen_proxy.plans where code = 'trial'"))
                .isEqualTo("3");
    }

    private void deleted() throws Exception {
        eventually(ONE, variable("key"), 421, "cluster_unknown");
        assertThat(value("select count(*) from queen_proxy.tenants where slug = 'acme-corp'"))
                .isEqualTo("0");
        Answer left = cell.broker("GET", "/api/v1/resources/queues")
                .header("x-queen-tenant", brokerTenant)
                .send();
        assertThat(left.text()).as("what the broker still has").doesNotContain("orders");
    }

    private void eventually(String body, String key, int status, String code) {
        await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> {
            Answer answer = cell.proxy("POST", "/api/v1/push")
                    .host("acme.localhost")
                    .bearer(key)
                    .json(body)
                    .send();
            assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
            assertThat(status < 400 ? "" : answer.code()).isEqualTo(code);
        });
    }

    private String variable(String name) throws IOException {
        return shell.variable(name);
    }

    private String value(String sql) throws SQLException {
        try (var connection = cell.pxdb();
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            assertThat(row.next()).as(sql).isTrue();
            return row.getString(1);
        }
    }
}
