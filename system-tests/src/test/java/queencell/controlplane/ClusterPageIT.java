package queencell.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.Cell;
import queencell.tenant.Tenant;

/// How a cluster stands, as whoever runs the cell can ask: the page on the cell-only port, and the same in words.
class ClusterPageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void whoever_runs_the_cell_sees_how_a_cluster_stands(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxReqPerSec(50));
        assertThat(tenant.push("seen").once().status()).isEqualTo(201);

        JsonNode page =
                cell.proxyCell("GET", "/cell/clusters/" + tenant.slug()).send().json();
        JsonNode proxy = page.path("proxy");
        assertThat(page.path("database").path("effective_status").asText()).isEqualTo("active");
        assertThat(page.path("database").path("live_keys").asInt()).isEqualTo(1);
        assertThat(page.path("database").path("last_flush").asText())
                .as("every proxy writes once at its start")
                .startsWith("20");
        assertThat(proxy.path("registry").path("queues").asInt()).isEqualTo(1);
        assertThat(proxy.path("push_block").isNull()).isTrue();
        assertThat(proxy.path("push_blocks").isEmpty()).isTrue();
        assertThat(proxy.path("request_tokens").isNumber()).isTrue();
        assertThat(proxy.path("cache_age_seconds").isNumber())
                .as("the push had it read")
                .isTrue();
        assertThat(page.toString()).doesNotContain("secret").doesNotContain(tenant.key());
        assertThat(cell.proxyCell("GET", "/cell/clusters/nobody-here").send().status())
                .isEqualTo(404);
        assertThat(tenant.get("/cell/clusters/" + tenant.slug()).status()).isEqualTo(404);
        assertThat(cell.proxy().metrics()).contains("queen_proxy_meter_difference_max");
    }

    /// The list of pipeline, 15, without what is no task: the listener and the sweep of idle buckets.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "key_touch",
                "registry_persist",
                "registry_reconcile",
                "storage_pump",
                "usage_flush",
                "usage_rollup",
                "monthly_quota",
                "meter_check",
                "denylist_sweep"
            })
    void every_background_task_must_say_when_it_last_did_its_work_and_how_long_it_took(String task, Cell cell) {
        String named = "{task=\"%s\"}".formatted(task);
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(cell.proxy().metric("queen_proxy_task_last_success_timestamp_seconds" + named))
                                .isPositive());
        assertThat(cell.proxy().metric("queen_proxy_task_last_duration_seconds" + named))
                .isPositive();
        assertThat(cell.proxy().metrics()).contains("queen_proxy_task_failures_total" + named);
    }

    @Test
    void a_live_cell_says_in_words_what_the_database_and_the_proxy_know(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxQueues(7));
        assertThat(tenant.push("seen").once().status()).isEqualTo(201);
        tenant.clusterStatus("push_blocked");
        var line = new CommandLine(cell.state(), Map.of());

        String words = line.cell("cluster", tenant.slug()).mustSucceed().output();
        assertThat(words)
                .containsPattern("cluster +" + tenant.slug())
                .contains("max_queues 7")
                .contains("1 live")
                .containsPattern("status +push_blocked")
                .contains("The running proxy:")
                .contains("refused with 403 push_blocked")
                .contains("1 queues, 1 partitions")
                .doesNotContain(tenant.key());
        assertThat(line.cell("cluster", tenant.slug(), "--json").mustSucceed().output())
                .contains("\"push_block\":\"push_blocked\"");

        CommandLine.Outcome unknown = line.cell("cluster", "nobody-here");
        assertThat(unknown.status()).isEqualTo(1);
        assertThat(unknown.errors()).contains("There is no cluster `nobody-here`");
    }
}
