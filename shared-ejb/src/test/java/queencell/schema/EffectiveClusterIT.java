package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Plan, overrides, features and status put together (control plane, 5 and acceptance group 12).
class EffectiveClusterIT {

    private static World world;

    @BeforeAll
    static void settle() {
        world = new World();
    }

    @AfterAll
    static void leave() {
        world.close();
    }

    static List<String> limits() {
        return List.of(
                "max_req_per_sec",
                "req_burst",
                "max_msgs_per_sec",
                "msgs_burst",
                "max_queues",
                "max_partitions_per_queue",
                "max_parked_pops",
                "max_payload_bytes",
                "max_batch_items",
                "max_retained_bytes",
                "max_retention_seconds",
                "monthly_msgs_quota");
    }

    @ParameterizedTest
    @MethodSource("limits")
    void an_override_that_means_nothing_must_never_become_a_silent_zero(String limit) {
        boolean big = limit.equals("max_retained_bytes") || limit.equals("monthly_msgs_quota");
        String most = big ? "9223372036854775807" : "2147483647";
        String over = big ? "9223372036854775808" : "2147483648";
        world.run("UPDATE queen_proxy.plans SET %s = 7 WHERE code = 'free'".formatted(limit));

        for (String[] rule : new String[][] {
            {"{}", "7"},
            {"{\"%s\": null}", "null"},
            {"{\"%s\": 0}", "0"},
            {"{\"%s\": 3}", "3"},
            {"{\"%s\": 9}", "9"},
            {"{\"%s\": 5.0}", "5"},
            {"{\"%s\": 1e3}", "1000"},
            {"{\"%s\": -4}", "0"},
            {"{\"%s\": -1e40}", "0"},
            {"{\"%s\": " + most + "}", most},
            {"{\"%s\": " + over + "}", "7"},
            {"{\"%s\": 1e40}", "7"},
            {"{\"%s\": 5.5}", "7"},
            {"{\"%s\": -0.5}", "7"},
            {"{\"%s\": \"5\"}", "7"},
            {"{\"%s\": true}", "7"},
            {"{\"%s\": [5]}", "7"},
            {"{\"%s\": {\"n\": 5}}", "7"},
        }) {
            String overrides = rule[0].formatted(limit);
            world.run("UPDATE queen_proxy.clusters SET limit_overrides = '%s' WHERE id = $one".formatted(overrides));
            assertThat(world.value("SELECT queen_proxy.effective_cluster($one) -> 'limits' -> '%s'".formatted(limit)))
                    .as(overrides)
                    .isEqualTo(rule[1]);
        }
        world.run("UPDATE queen_proxy.plans SET %s = NULL WHERE code = 'free'".formatted(limit));
        world.run(
                "UPDATE queen_proxy.clusters SET limit_overrides = '{\"%s\": \"x\"}' WHERE id = $one".formatted(limit));
        assertThat(world.value("SELECT queen_proxy.effective_cluster($one) -> 'limits' -> '%s'".formatted(limit)))
                .isEqualTo("null");
    }

    @Test
    void an_answer_must_hold_all_seven_keys_all_limits_and_all_features() {
        assertThat(world.value("SELECT queen_proxy.effective_cluster($two)"))
                .isEqualTo(
                        "{\"slug\": \"two\", \"limits\": {\"req_burst\": 200, \"max_queues\": 200, \"msgs_burst\": 800,"
                                + " \"max_batch_items\": 5000, \"max_parked_pops\": 1000, \"max_req_per_sec\": 50,"
                                + " \"max_msgs_per_sec\": 200, \"max_payload_bytes\": 1048576, \"max_retained_bytes\": 21474836480,"
                                + " \"monthly_msgs_quota\": null, \"max_retention_seconds\": 2592000,"
                                + " \"max_partitions_per_queue\": 32}, \"status\": \"active\", \"features\": {\"kv\": true,"
                                + " \"timers\": true, \"traces\": true, \"streams\": true, \"ephemeral\": true},"
                                + " \"plan_code\": \"pro\", \"tenant_id\": \"$acme\", \"cluster_id\": \"$two\"}");
        assertThat(world.value("SELECT queen_proxy.effective_cluster($nobody)")).isNull();
        assertThat(world.value("SELECT queen_proxy.effective_cluster(NULL)")).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{}",
                "[]",
                "\"kv\"",
                "null",
                "{\"kv\": \"true\"}",
                "{\"kv\": 1}",
                "{\"kv\": null}",
                "{\"kv\": false}"
            })
    void a_feature_that_is_not_plainly_true_must_stay_closed(String features) {
        world.run("UPDATE queen_proxy.plans SET features = '%s' WHERE code = 'dev'".formatted(features));
        assertThat(world.value("SELECT queen_proxy.effective_cluster($far) -> 'features'"))
                .isEqualTo(
                        "{\"kv\": false, \"timers\": false, \"traces\": false, \"streams\": false, \"ephemeral\": false}");
    }

    @ParameterizedTest
    @CsvSource({
        "active, active, active",
        "active, push_blocked, push_blocked",
        "active, suspended, suspended",
        "active, deleting, deleting",
        "active, unheard_of, suspended",
        "grace, active, push_blocked",
        "grace, suspended, suspended",
        "suspended, active, suspended",
        "suspended, push_blocked, suspended",
        "suspended, deleting, deleting",
        "deleting, active, deleting",
        "deleting, suspended, deleting",
        "unheard_of, active, suspended",
        "unheard_of, deleting, deleting",
    })
    void the_worse_status_must_win_and_an_unknown_one_must_close(String tenant, String cluster, String effective) {
        world.run("ALTER TABLE queen_proxy.tenants DROP CONSTRAINT IF EXISTS tenants_status_check;"
                + " ALTER TABLE queen_proxy.clusters DROP CONSTRAINT IF EXISTS clusters_status_check;"
                + " UPDATE queen_proxy.tenants SET status = '%s' WHERE id = $acme;".formatted(tenant)
                + " UPDATE queen_proxy.clusters SET status = '%s' WHERE id = $two".formatted(cluster));
        assertThat(world.value("SELECT queen_proxy.effective_cluster($two) ->> 'status'"))
                .isEqualTo(effective);
        world.run(
                "UPDATE queen_proxy.tenants SET status = 'active'; UPDATE queen_proxy.clusters SET status = 'active'");
    }
}
