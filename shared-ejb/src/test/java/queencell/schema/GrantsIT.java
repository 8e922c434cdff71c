package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the two roles of `grants.sql` can and cannot do (control plane, 2.1).
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GrantsIT {

    private static World world;
    private static TestDatabase app;
    private static TestDatabase admin;

    @BeforeAll
    static void grant() {
        world = new World();
        world.run(Script.GRANTS);
        world.run(Script.GRANTS);
        app = world.database().as("queen_proxy_app");
        admin = world.database().as("queen_proxy_admin");
    }

    @AfterAll
    static void leave() {
        world.close();
    }

    /// One call of each function that the proxy process may call.
    static List<String> allowed() {
        return List.of(
                "record_operation($acme, $one, 'system', NULL, 'x', NULL, NULL)",
                "create_user($acme, 'carl@acme.example', '%s', 'local')".formatted(World.HASH),
                "set_user_name($ann, 'Ann')",
                "grant_cluster_role($one, 'bob@acme.example', 'viewer')",
                "grant_cluster_role($one, 'bob@acme.example', 'producer')",
                "revoke_cluster_role($one, 'bob@acme.example')",
                "record_user_login($ann)",
                "revoke_session('j', '2020-01-01 00:00:00+00', 'user', $ann)",
                "revoke_session('j', '2020-01-01 00:00:00+00', 'user', $ann)",
                "sweep_revoked_tokens()",
                "link_identity($ann, 'google', 'g', 'ann@acme.example')",
                "link_identity($ann, 'google', 'g', 'ann@acme.example')",
                "provision_oauth_user('acme', 'dora@acme.example', 'github', 'd', 'viewer')",
                "issue_api_key($one, 'k', '%s', ARRAY['read'], $ann)".formatted(World.hash(9)),
                "revoke_api_key($key)",
                "emit_outbox('x', NULL)",
                "emit_outbox('cluster_monthly_quota_warning', '{\"cluster_id\": \"c\", \"month\": \"m\"}')",
                "emit_outbox('cluster_monthly_quota_warning', '{\"cluster_id\": \"c\", \"month\": \"m\"}')",
                "record_usage(gen_random_uuid(), jsonb_build_array(jsonb_build_object('cluster_id', $one::text, 'minute', 29000000,"
                        + " 'op', 'push', 'reqs', 1, 'msgs', 5, 'bytes_in', 0, 'bytes_out', 0)))",
                "record_usage(gen_random_uuid(), jsonb_build_array(jsonb_build_object('cluster_id', $one::text, 'minute', 29000000,"
                        + " 'op', 'push', 'reqs', 1, 'msgs', 5, 'bytes_in', 0, 'bytes_out', 0)))",
                "rollup_usage_days(NULL, false)",
                "rollup_usage_days()",
                "prune_usage_minutes(1)",
                "prune_outbox(1)",
                "cluster_month_msgs($one, '2026-01-01')",
                "msgs_between($one, '2026-01-01', '2026-01-08')",
                "effective_cluster($one)");
    }

    @Order(1)
    @ParameterizedTest
    @MethodSource("allowed")
    void the_proxy_must_be_able_to(String call) {
        app.rows(world.resolve("SELECT queen_proxy." + call));
    }

    @Test
    @Order(2)
    void what_the_proxy_called_must_have_been_done() {
        assertThat(world.value("SELECT count(*) FROM queen_proxy.usage_minutes"))
                .isEqualTo("0");
        assertThat(world.value("SELECT msgs FROM queen_proxy.usage_days")).isEqualTo("10");
        assertThat(world.value("SELECT revoked_at IS NOT NULL FROM queen_proxy.api_keys WHERE id = $key"))
                .isEqualTo("true");
    }

    @Test
    void the_proxy_must_be_able_to_keep_its_registry_and_touch_its_keys() {
        app.run(world.resolve(
                "INSERT INTO queen_proxy.queues (cluster_id, name, partitions_count) VALUES ($one, 'q', 1)"
                        + " ON CONFLICT (cluster_id, name) WHERE deleted_at IS NULL DO UPDATE SET partitions_count = 2;"
                        + " UPDATE queen_proxy.queues SET deleted_at = now();"
                        + " UPDATE queen_proxy.api_keys SET last_used_at = now();"
                        + " SELECT * FROM queen_proxy.clusters FOR KEY SHARE"));
    }

    @Test
    void the_proxy_must_be_able_to_read_how_a_cluster_stands() {
        assertThat(app.rows(world.resolve("SELECT effective_status, live_keys FROM queen_proxy.cluster_state"
                        + " WHERE cluster_id = $one")))
                .hasSize(1);
    }

    /// One call of each function that only whoever runs the fleet may call.
    static List<String> denied() {
        return List.of(
                "set_operator('ann@acme.example', true)",
                "bootstrap_tenant('n', 'N', 'n', 'free', $cell, 'n@n.example')",
                "delete_tenant($acme, true)",
                "delete_cluster($one, true)",
                "delete_user($ann)",
                "create_tenant('n', 'N')",
                "create_cluster($acme, 'n', 'free', $cell)",
                "assign_plan($one, 'pro')",
                "upsert_plan('free', '{\"max_queues\": null}')",
                "set_limit_override($one, '{}')",
                "set_tenant_status($acme, 'active')",
                "set_cluster_status($one, 'active')",
                "set_user_password('ann@acme.example', '%s')".formatted(World.HASH),
                "usage_bill(ARRAY[$one]::uuid[])");
    }

    @ParameterizedTest
    @MethodSource("denied")
    void the_proxy_must_not_be_able_to_call(String call) {
        String function = call.substring(0, call.indexOf('('));
        assertThat(refusal(world.resolve("SELECT queen_proxy." + call)))
                .isEqualTo("42501 permission denied for function " + function);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE queen_proxy.users SET is_operator = true",
                "INSERT INTO queen_proxy.users (tenant_id, email, is_operator) VALUES ($acme, 'x@x', true)",
                "UPDATE queen_proxy.users SET password_hash = NULL",
                "UPDATE queen_proxy.users SET email = 'x@x'",
                "DELETE FROM queen_proxy.users",
                "UPDATE queen_proxy.plans SET max_queues = NULL",
                "INSERT INTO queen_proxy.plans (code, cell_class) VALUES ('x', 'shared')",
                "UPDATE queen_proxy.tenants SET status = 'active'",
                "DELETE FROM queen_proxy.tenants",
                "UPDATE queen_proxy.clusters SET limit_overrides = '{}'",
                "UPDATE queen_proxy.clusters SET broker_tenant_uuid = gen_random_uuid()",
                "DELETE FROM queen_proxy.clusters",
                "UPDATE queen_proxy.cells SET base_url = 'http://evil'",
                "UPDATE queen_proxy.api_keys SET cluster_id = $far",
                "UPDATE queen_proxy.api_keys SET key_hash = repeat('a', 64)",
                "DELETE FROM queen_proxy.api_keys",
                "UPDATE queen_proxy.cluster_roles SET user_id = $zoe",
                "UPDATE queen_proxy.operations SET action = 'x'",
                "DELETE FROM queen_proxy.operations",
                "UPDATE queen_proxy.outbox SET payload = '{}'",
                "DELETE FROM queen_proxy.usage_days",
                "DELETE FROM queen_proxy.queues",
                "TRUNCATE queen_proxy.usage_minutes",
                "UPDATE queen_proxy.databasechangelog SET md5sum = NULL",
                "ALTER TABLE queen_proxy.plans ADD COLUMN x integer",
                "CREATE TABLE queen_proxy.mine (id integer)",
                "CREATE FUNCTION queen_proxy.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
                "SET ROLE queen_proxy_admin",
            })
    void the_proxy_must_not_be_able_to(String statement) {
        assertThat(refusal(world.resolve(statement))).startsWith("42501 ");
    }

    private static String refusal(String statement) {
        var failure = catchThrowableOfType(SqlFailure.class, () -> app.run(statement));
        assertThat(failure).as(statement).isNotNull();
        return failure.state() + " " + failure.getMessage();
    }

    @Test
    void a_proxy_must_start_on_a_schema_that_is_up_to_date() {
        var outcome = SchemaUpdate.of("queen_proxy", app).apply();
        assertThat(outcome.applied()).isEmpty();
        assertThat(outcome.unknown()).isEmpty();
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void the_owner_must_be_able_to_update_the_schema_and_run_the_fleet() {
        admin.run("DELETE FROM queen_proxy.databasechangelog WHERE id = 'function-set_operator'");
        assertThat(SchemaUpdate.of("queen_proxy", admin).apply().applied())
                .containsExactly("queen_proxy:function-set_operator");
        assertThat(refusal("SELECT queen_proxy.set_operator('ann@acme.example', true)"))
                .isEqualTo("42501 permission denied for function set_operator");
        admin.run(world.resolve("SELECT queen_proxy.set_operator('ann@acme.example', true);"
                + " SELECT queen_proxy.bootstrap_tenant('n', 'N', 'n', 'free', $cell, 'n@n.example', 'secret');"
                + " SELECT queen_proxy.delete_tenant($acme, true)"));
    }

    @Test
    void every_object_must_belong_to_the_owner() {
        assertThat(
                        world.column(
                                "SELECT relname FROM pg_class WHERE relnamespace = 'queen_proxy'::regnamespace"
                                        + " AND relowner <> 'queen_proxy_admin'::regrole AND relkind <> 'c'"
                                        + " UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'queen_proxy'::regnamespace"
                                        + " AND proowner <> 'queen_proxy_admin'::regrole"
                                        + " UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = 'queen_proxy' AND nspowner <> 'queen_proxy_admin'::regrole"))
                .isEmpty();
    }
}
