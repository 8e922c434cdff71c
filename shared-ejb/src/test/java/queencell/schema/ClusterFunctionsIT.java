package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import queencell.schema.World.Effect;

/// Tenants, clusters, plans and overrides: row, audit, event and notification of each call (control plane, 6.2).
class ClusterFunctionsIT {

    @RegisterExtension
    private final World world = new World();

    @Test
    void a_new_tenant_must_be_active_and_audited_without_a_notification() {
        Effect effect = world.call("create_tenant('  NEW ', '  New Inc. ')");
        world.name("new", "SELECT id FROM queen_proxy.tenants WHERE slug = 'new'");

        assertThat(world.value("SELECT name || ' ' || status FROM queen_proxy.tenants WHERE id = $new"))
                .isEqualTo("New Inc. active");
        assertThat(world.describe(effect.result())).isEqualTo("$new");
        assertThat(effect.operations().stream().map(world::describe))
                .containsExactly(
                        "control_plane - tenant_created cluster=- target=$new {\"name\": \"New Inc.\", \"slug\": \"new\"}");
        assertThat(effect.notifications()).isEmpty();
        assertThat(effect.events()).isEmpty();
    }

    @Test
    void a_new_cluster_must_be_told_to_proxies_that_remember_a_miss() {
        Effect effect = world.call("create_cluster($frozen, ' Cold ', 'free', $cell)");
        world.name("cold", "SELECT id FROM queen_proxy.clusters WHERE slug = 'cold'");

        assertThat(world.value("SELECT concat_ws(' ', tenant_id, cell_id, status, limit_overrides,"
                        + " broker_tenant_uuid <> tenant_id) FROM queen_proxy.clusters WHERE id = $cold"))
                .isEqualTo("$frozen $cell active {} t");
        assertThat(effect.operations().stream().map(world::describe))
                .containsExactly("control_plane - cluster_created cluster=$cold target=$cold"
                        + " {\"slug\": \"cold\", \"cell_id\": \"$cell\", \"plan_code\": \"free\"}");
        assertThat(effect.notifications().stream().map(world::describe)).containsExactly("$cold");
    }

    @Test
    void a_plan_assigned_twice_must_be_audited_and_notified_twice() {
        for (int time = 1; time <= 2; time++) {
            Effect effect = world.call("assign_plan($one, 'dedicated-s')");
            assertThat(effect.operations())
                    .containsExactly(
                            "control_plane - plan_assigned cluster=$one target=$one {\"plan_code\": \"dedicated-s\"}");
            assertThat(effect.notifications()).containsExactly("$one");
        }
        assertThat(world.value("SELECT queen_proxy.effective_cluster($one) ->> 'plan_code'"))
                .isEqualTo("dedicated-s");
    }

    @Test
    void overrides_must_be_replaced_as_a_whole_and_cleared_by_null() {
        Effect effect = world.call("set_limit_override($one, '{\"max_queues\": 7, \"monthly_msgs_quota\": null}')");
        assertThat(effect.operations())
                .containsExactly("control_plane - limit_override_set cluster=$one target=$one"
                        + " {\"max_queues\": 7, \"monthly_msgs_quota\": null}");
        assertThat(effect.notifications()).containsExactly("$one");

        world.call("set_limit_override($one, '{\"req_burst\": 0}')");
        assertThat(overrides()).isEqualTo("{\"req_burst\": 0}");

        effect = world.call("set_limit_override($one, NULL)");
        assertThat(overrides()).isEqualTo("{}");
        assertThat(effect.operations())
                .containsExactly("control_plane - limit_override_set cluster=$one target=$one {}");
    }

    private Object overrides() {
        return world.value("SELECT limit_overrides FROM queen_proxy.clusters WHERE id = $one");
    }

    @Test
    void a_tenants_status_must_reach_each_of_its_clusters_once_and_no_other() {
        Effect effect = world.call("set_tenant_status($acme, 'grace')");
        assertThat(effect.operations())
                .containsExactly("control_plane - tenant_status_changed cluster=- target=$acme"
                        + " {\"was\": \"active\", \"status\": \"grace\"}");
        assertThat(effect.notifications()).containsExactlyInAnyOrder("$one", "$two");

        effect = world.call("set_tenant_status($acme, 'grace')");
        assertThat(effect.operations())
                .containsExactly("control_plane - tenant_status_changed cluster=- target=$acme"
                        + " {\"was\": \"grace\", \"status\": \"grace\"}");
        assertThat(effect.notifications()).containsExactlyInAnyOrder("$one", "$two");
    }

    @Test
    void a_clusters_status_must_say_what_it_was() {
        world.call("set_cluster_status($one, 'deleting')");
        Effect effect = world.call("set_cluster_status($one, 'active')");
        assertThat(effect.operations())
                .containsExactly("control_plane - cluster_status_changed cluster=$one target=$one"
                        + " {\"was\": \"deleting\", \"status\": \"active\"}");
        assertThat(effect.notifications()).containsExactly("$one");
    }

    @Test
    void a_plan_changed_must_reach_every_cluster_on_it_and_keep_what_was_not_named() {
        Effect effect = world.call("upsert_plan('free', '{\"max_queues\": null, \"features\": {\"kv\": false}}')");

        assertThat(effect.notifications()).containsExactly("$one");
        assertThat(effect.operations()).isEmpty();
        assertThat(effect.events())
                .containsExactly("plan_changed {\"code\": \"free\", \"values\":"
                        + " {\"features\": {\"kv\": false}, \"max_queues\": null}}");
        assertThat(world.value("SELECT concat_ws(' ', coalesce(max_queues::text, 'NULL'), max_req_per_sec, features)"
                        + " FROM queen_proxy.plans WHERE code = 'free'"))
                .isEqualTo("NULL 5 {\"kv\": false, \"timers\": true, \"ephemeral\": true}");
    }

    @Test
    void a_new_plan_must_start_unlimited_with_the_features_every_cluster_has() {
        Effect effect = world.call(
                "upsert_plan('gold', '{\"cell_class\": \"dedicated\", \"max_retained_bytes\": 9223372036854775807,"
                        + " \"max_queues\": 1e3, \"features\": {\"streams\": true}}')");

        assertThat(effect.notifications()).isEmpty();
        assertThat(world.value("SELECT concat_ws(' ', cell_class, max_retained_bytes, max_queues,"
                        + " num_nulls(max_req_per_sec, req_burst, max_msgs_per_sec, msgs_burst, max_partitions_per_queue,"
                        + " max_parked_pops, max_payload_bytes, max_batch_items, max_retention_seconds, monthly_msgs_quota),"
                        + " features) FROM queen_proxy.plans WHERE code = 'gold'"))
                .isEqualTo("dedicated 9223372036854775807 1000 10"
                        + " {\"kv\": true, \"timers\": true, \"streams\": true, \"ephemeral\": true}");
        assertThat(effect.result()).isEqualTo(world.value("SELECT id FROM queen_proxy.plans WHERE code = 'gold'"));
    }
}
