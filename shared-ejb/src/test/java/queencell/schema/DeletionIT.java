package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import queencell.schema.World.Effect;

/// Tenants, clusters and people that go, and what survives them (control plane, 6.7, 6.8 and acceptance group 5).
class DeletionIT {

    private static final String THIS_MONTH = "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')";

    @RegisterExtension
    private final World world = new World();

    @BeforeEach
    void settle() {
        world.run("INSERT INTO queen_proxy.queues (cluster_id, name) VALUES ($one, 'orders'), ($far, 'orders')");
    }

    @Test
    void a_deleted_tenant_must_leave_no_row_and_the_neighbour_untouched() {
        world.call("link_identity($ann, 'google', 'g', 'ann@acme.example')");
        world.call("record_usage(gen_random_uuid(), %s)".formatted(usage("$one", 60)));
        world.run(
                "INSERT INTO queen_proxy.usage_days (cluster_id, day, op_class, msgs) VALUES ($one, '2020-01-01', 'push', 1),"
                        + " ($far, '2020-01-01', 'push', 1)");
        world.call("set_tenant_status($acme, 'deleting')");
        Object neighbour = neighbour();

        world.call("delete_tenant($acme)");

        assertThat(world.column("SELECT 1 FROM queen_proxy.tenants WHERE id = $acme"
                        + " UNION ALL SELECT 2 FROM queen_proxy.users WHERE tenant_id = $acme"
                        + " UNION ALL SELECT 3 FROM queen_proxy.identities WHERE user_id = $ann"
                        + " UNION ALL SELECT 4 FROM queen_proxy.clusters WHERE tenant_id = $acme"
                        + " UNION ALL SELECT 5 FROM queen_proxy.cluster_roles WHERE cluster_id IN ($one, $two)"
                        + " UNION ALL SELECT 6 FROM queen_proxy.api_keys WHERE cluster_id IN ($one, $two)"
                        + " UNION ALL SELECT 7 FROM queen_proxy.queues WHERE cluster_id IN ($one, $two)"
                        + " UNION ALL SELECT 8 FROM queen_proxy.usage_minutes WHERE cluster_id IN ($one, $two)"
                        + " UNION ALL SELECT 9 FROM queen_proxy.usage_days WHERE cluster_id IN ($one, $two)"
                        + " UNION ALL SELECT 10 FROM queen_proxy.usage_late_days WHERE cluster_id IN ($one, $two)"
                        + " UNION ALL SELECT 11 FROM queen_proxy.operations WHERE tenant_id = $acme"))
                .isEmpty();
        assertThat(neighbour()).isEqualTo(neighbour);
        assertThat(world.call("delete_tenant($acme)").result())
                .isEqualTo("{\"deleted\": false, \"existed\": false, \"tenant_id\": \"$acme\"}");
    }

    private Object neighbour() {
        return world.value(
                "SELECT concat_ws('|', (SELECT t FROM queen_proxy.tenants t WHERE id = $other),"
                        + " (SELECT c FROM queen_proxy.clusters c WHERE id = $far),"
                        + " (SELECT u FROM queen_proxy.users u WHERE id = $zoe),"
                        + " (SELECT q FROM queen_proxy.queues q WHERE cluster_id = $far),"
                        + " (SELECT d FROM queen_proxy.usage_days d WHERE cluster_id = $far),"
                        + " (SELECT string_agg(o::text, ',' ORDER BY id) FROM queen_proxy.operations o WHERE tenant_id = $other))");
    }

    @Test
    void the_last_word_on_a_tenant_must_name_every_broker_tenant_and_no_address() {
        world.name("one_in_broker", "SELECT broker_tenant_uuid FROM queen_proxy.clusters WHERE id = $one");
        world.name("two_in_broker", "SELECT broker_tenant_uuid FROM queen_proxy.clusters WHERE id = $two");
        world.call(
                "emit_outbox('tenant_bootstrapped', jsonb_build_object('tenant_id', $acme::uuid, 'admin_email', 'ann@acme.example'))");
        world.call(
                "emit_outbox('invited', jsonb_build_object('cluster_id', $two::uuid, 'email', 'bob@acme.example', 'x', 1))");
        world.call(
                "emit_outbox('invited', jsonb_build_object('cluster_id', $far::uuid, 'email', 'zoe@other.example'))");
        world.call("emit_outbox('odd', '[\"admin_email\"]')");
        world.run("UPDATE queen_proxy.outbox SET consumed_at = now() WHERE kind = 'invited'");

        Effect effect = world.call("delete_tenant($acme, true)");

        String clusters = "\"clusters\": [{\"slug\": \"one\", \"cell_id\": \"$cell\", \"cluster_id\": \"$one\","
                + " \"broker_tenant_uuid\": \"$one_in_broker\"}, {\"slug\": \"two\", \"cell_id\": \"$cell\","
                + " \"cluster_id\": \"$two\", \"broker_tenant_uuid\": \"$two_in_broker\"}]";
        assertThat(effect.result())
                .contains(clusters)
                .contains("\"deleted\": true", "\"existed\": true", "\"forced\": true", "\"usage\": []")
                .contains(
                        "\"counts\": {\"users\": 2, \"queues\": 1, \"api_keys\": 2, \"clusters\": 2, \"operations\": 11,"
                                + " \"cluster_roles\": 3, \"outbox_redacted\": 2, \"api_keys_revoked\": 1}");
        assertThat(effect.events())
                .singleElement()
                .satisfies(event -> assertThat(event)
                        .startsWith("tenant_deleted ")
                        .contains(
                                clusters, "\"tenant_slug\": \"acme\"", "\"status_was\": \"active\"", "\"forced\": true")
                        .contains("\"counts\": {\"users\": 2, \"queues\": 1, \"api_keys\": 2, \"clusters\": 2,"
                                + " \"cluster_roles\": 3, \"api_keys_revoked\": 1}")
                        .containsPattern("\"at\": \"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z\""));
        assertThat(effect.operations()).isEmpty();
        assertThat(effect.notifications()).containsExactlyInAnyOrder("$one", "$two");
        assertThat(world.column("SELECT payload FROM queen_proxy.outbox WHERE kind <> 'tenant_deleted'"))
                .containsExactlyInAnyOrder(
                        "{\"x\": 1, \"cluster_id\": \"$two\"}",
                        "{\"email\": \"zoe@other.example\", \"cluster_id\": \"$far\"}",
                        "[\"admin_email\"]",
                        "{\"tenant_id\": \"$acme\"}");
    }

    @Test
    void a_last_bill_must_hold_two_months_and_count_no_day_twice() {
        // the month before ends with a day of 10 whose minutes say 4 + 9, and a day of 10; the one before that is over
        world.run("INSERT INTO queen_proxy.usage_days (cluster_id, day, op_class, msgs, reqs)"
                + " SELECT $one, date_trunc('month', now() AT TIME ZONE 'UTC')::date - n, 'push', 10, 1"
                + " FROM unnest(ARRAY[1, 2, 40, 70]) n");
        world.run("INSERT INTO queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs, bytes_in)"
                + " SELECT $one, (date_trunc('month', now() AT TIME ZONE 'UTC') + late) AT TIME ZONE 'UTC', op, msgs, bytes"
                + " FROM (VALUES (interval '0', 'push', 5, 100), (interval '-1 min', 'push', 4, 1),"
                + " (interval '-2 min', 'read', 9, 1)) AS used (late, op, msgs, bytes)");

        String usage = world.describe(
                world.database().text("SELECT queen_proxy.delete_tenant(?, true) ->> 'usage'", world.id("acme")));

        String now = world.database().text("SELECT " + THIS_MONTH);
        String before =
                world.database().text("SELECT to_char((now() AT TIME ZONE 'UTC') - interval '1 month', 'YYYY-MM')");
        assertThat(usage)
                .isEqualTo(
                        "[{\"msgs\": 23, \"reqs\": 2, \"month\": \"%s\", \"bytes_in\": 2, \"bytes_out\": 0, \"cluster_id\": \"$one\"},"
                                        .formatted(before)
                                + " {\"msgs\": 5, \"reqs\": 0, \"month\": \"%s\", \"bytes_in\": 100, \"bytes_out\": 0, \"cluster_id\": \"$one\"}]"
                                        .formatted(now));
    }

    @Test
    void a_deleted_cluster_must_stay_in_the_trail_of_its_tenant() {
        world.name("in_broker", "SELECT broker_tenant_uuid FROM queen_proxy.clusters WHERE id = $one");
        String usage =
                "[{\"msgs\": 60, \"reqs\": 1, \"month\": \"%s\", \"bytes_in\": 0, \"bytes_out\": 0, \"cluster_id\": \"$one\"}]"
                        .formatted(world.database().text("SELECT " + THIS_MONTH));
        world.call("record_usage(gen_random_uuid(), %s)".formatted(usage("$one", 60)));
        world.call("set_cluster_status($one, 'deleting')");

        Effect effect = world.call("delete_cluster($one)");

        String captured =
                "{\"slug\": \"one\", \"cell_id\": \"$cell\", \"cluster_id\": \"$one\", \"broker_tenant_uuid\": \"$in_broker\"}";
        assertThat(effect.operations())
                .containsExactly("control_plane - cluster_deleted cluster=- target=$one " + captured);
        assertThat(effect.notifications()).containsExactly("$one");
        String common = "\"counts\": {\"queues\": 1, \"api_keys\": 2, \"cluster_roles\": 1, \"api_keys_revoked\": 1}";
        assertThat(effect.result())
                .contains(common, "\"usage\": " + usage, "\"broker_tenant_uuid\": \"$in_broker\"", "\"deleted\": true")
                .contains("\"tenant_id\": \"$acme\"", "\"status_was\": \"deleting\"", "\"forced\": false")
                .doesNotContain("\"at\"");
        assertThat(effect.events())
                .singleElement()
                .satisfies(event -> assertThat(event)
                        .startsWith("cluster_deleted ")
                        .contains(common, "\"usage\": " + usage, "\"at\": \"")
                        .doesNotContain("\"existed\""));
        assertThat(world.column("SELECT coalesce(cluster_id::text, 'none') FROM queen_proxy.operations"
                        + " WHERE action = 'cluster_created' AND target = $one::text"))
                .containsExactly("none");
        assertThat(world.call("delete_cluster($one)").result())
                .isEqualTo("{\"deleted\": false, \"existed\": false, \"cluster_id\": \"$one\"}");
        assertThat(world.column("SELECT slug FROM queen_proxy.clusters ORDER BY slug"))
                .containsExactly("far", "two");
    }

    @Test
    void a_cluster_must_go_by_force_from_any_status() {
        assertThat(world.call("delete_cluster($two, true)").result())
                .contains("\"forced\": true", "\"status_was\": \"active\"", "\"usage\": []");
    }

    @Test
    void a_deleted_person_must_be_missed_where_a_role_ended_and_leave_keys_that_work() {
        world.call("set_operator('ann@acme.example', true)");
        world.call("set_operator('bob@acme.example', true)");

        Effect effect = world.call("delete_user($bob)");

        String left = "\"roles\": [{\"role\": \"viewer\", \"cluster_id\": \"$two\"}], ";
        assertThat(effect.result())
                .isEqualTo("{" + left
                        + "\"deleted\": true, \"existed\": true, \"user_id\": \"$bob\", \"keys_created\": [\"$key\"]}");
        assertThat(effect.operations())
                .containsExactly("control_plane $bob user_deleted cluster=- target=$bob"
                        + " {\"email\": \"bob@acme.example\", " + left + "\"keys_created\": [\"$key\"]}");
        assertThat(effect.notifications()).containsExactly("$two");
        assertThat(world.value("SELECT concat_ws(' ', revoked_at IS NULL, created_by IS NULL)"
                        + " FROM queen_proxy.api_keys WHERE id = $key"))
                .isEqualTo("t t");
        assertThat(world.call("delete_user($bob)").result())
                .isEqualTo("{\"deleted\": false, \"existed\": false, \"user_id\": \"$bob\"}");
    }

    @Test
    void the_only_admin_of_a_cluster_that_goes_anyway_may_go_first() {
        world.call("set_cluster_status($one, 'deleting')");
        world.call("set_cluster_status($two, 'deleting')");
        Effect effect = world.call("delete_user($ann, 'user')");
        assertThat(effect.operations()).singleElement().asString().startsWith("user $ann user_deleted");
        assertThat(effect.notifications()).containsExactlyInAnyOrder("$one", "$two");
    }

    /// One request of this minute, as a row of `record_usage`.
    private static String usage(String cluster, int msgs) {
        return "jsonb_build_array(jsonb_build_object('cluster_id', %s::text, 'minute', floor(extract(epoch FROM now()) / 60),"
                        .formatted(cluster)
                + " 'op', 'push', 'reqs', 1, 'msgs', %d, 'bytes_in', 0, 'bytes_out', 0))".formatted(msgs);
    }
}
