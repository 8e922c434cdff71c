package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every function answers and writes the same in a session with an empty search path, another time zone and another
/// date style (control plane, acceptance group 14).
class ForeignSessionIT {

    /// One call of each function, as one story.
    private static final List<String> STORY = List.of(
            "create_tenant('new', 'New')",
            "create_cluster($acme, 'three', 'free', $cell)",
            "assign_plan($one, 'dev')",
            "set_limit_override($one, '{\"max_queues\": 3}')",
            "set_tenant_status($acme, 'grace')",
            "set_cluster_status($two, 'push_blocked')",
            "upsert_plan('gold', '{\"cell_class\": \"shared\", \"features\": {\"streams\": true}}')",
            "create_user($acme, 'carl@acme.example', NULL, 'local')",
            "set_user_name($ann, 'Ann')",
            "grant_cluster_role($one, 'carl@acme.example', 'admin')",
            "revoke_cluster_role($two, 'bob@acme.example')",
            "set_operator('ann@acme.example', true)",
            "record_user_login($ann) IS NOT NULL",
            "revoke_session('j', '2031-05-04 23:00:00+00', 'user', $ann)",
            "revoke_session('k', '2020-05-04 23:00:00+00', 'user', $ann)",
            "sweep_revoked_tokens()",
            "link_identity($ann, 'google', 'g', 'ann@acme.example')",
            "provision_oauth_user('other', 'yan@other.example', 'github', '1', 'viewer')",
            "set_user_password('ann@acme.example', '%s')".formatted(World.HASH),
            "issue_api_key($one, 'x', '%s', ARRAY['read'], $ann)".formatted(World.hash(7)),
            "revoke_api_key($key)",
            "bootstrap_tenant('boot', 'Boot', 'boot', 'free', $cell, 'b@boot.example', 'secret') ->> 'can_login'",
            "emit_outbox('x', '{}') IS NOT NULL",
            "record_operation($acme, $one, 'system', NULL, 'x', NULL, NULL) IS NOT NULL",
            "record_usage(gen_random_uuid(), jsonb_build_array(jsonb_build_object('cluster_id', $one::text, 'minute', 29000159,"
                    + " 'op', 'push', 'reqs', 1, 'msgs', 5, 'bytes_in', 0, 'bytes_out', 0), jsonb_build_object('cluster_id',"
                    + " $one::text, 'minute', 29000160, 'op', 'push', 'reqs', 1, 'msgs', 6, 'bytes_in', 0, 'bytes_out', 0)))",
            "rollup_usage_days('2025-02-20')",
            "rollup_usage_days(NULL, false)",
            "rollup_usage_days()",
            "cluster_month_msgs($one, '2025-02-01')",
            "prune_usage_minutes(30)",
            "prune_outbox(1)",
            "effective_cluster($one)",
            "delete_user($bob, 'control_plane')",
            "set_cluster_status($two, 'deleting')",
            "delete_cluster($two)",
            "delete_tenant($other, true)");

    @Test
    void a_function_must_not_depend_on_who_calls_it_from_where() {
        assertThat(STORY.stream()
                        .map(call -> call.substring(0, call.indexOf('(')))
                        .distinct())
                .containsAll(publicFunctions());
        assertThat(told("SET search_path = '' SET timezone = 'Pacific/Kiritimati' SET datestyle = 'SQL, DMY'"))
                .isEqualTo(told("SET search_path = public SET timezone = 'UTC' SET datestyle = 'ISO, MDY'"))
                .hasSize(STORY.size() + 1);
    }

    /// A name that stands in the caller's search path must not be taken for PostgreSQL's own: the caller is the admin,
    /// and a compromised proxy may create functions in `public` on an old server.
    @Test
    void a_function_of_the_callers_search_path_must_not_be_called() {
        try (var world = new World()) {
            world.run(
                    "CREATE FUNCTION public.jsonb_build_object(text, uuid, text, text, text, boolean, text, jsonb, text,"
                            + " jsonb, text, jsonb, text, text) RETURNS jsonb LANGUAGE sql AS 'SELECT ''{\"stolen\": true}''::jsonb';"
                            + " CREATE FUNCTION public.btrim(text) RETURNS text LANGUAGE sql AS 'SELECT ''stolen''';"
                            + " SET search_path = public, pg_catalog");
            world.call("create_tenant('mine', 'Mine')");
            assertThat(world.value("SELECT name FROM queen_proxy.tenants WHERE slug = 'mine'"))
                    .isEqualTo("Mine");
        }
    }

    private static List<String> publicFunctions() {
        try (var world = new World()) {
            return world.column("SELECT proname FROM pg_proc WHERE pronamespace = 'queen_proxy'::regnamespace"
                    + " AND obj_description(oid, 'pg_proc') NOT LIKE 'Internal.%'");
        }
    }

    /// What each call of the story answers and writes, with ids and moments made alike.
    private static List<String> told(String settings) {
        try (var world = new World()) {
            world.run("CREATE FUNCTION public.elsewhere(p_call text) RETURNS text LANGUAGE plpgsql " + settings
                    + " AS $$DECLARE v_result text; BEGIN EXECUTE p_call INTO v_result; RETURN v_result; END$$");
            var told = new ArrayList<String>();
            for (String call : STORY) {
                told.add(alike(world.callThrough("SELECT public.elsewhere($call$SELECT queen_proxy.%s$call$)", call)
                        .toString()));
            }
            told.add(world.column("SELECT concat_ws(' ', extract(epoch FROM day), op_class, msgs)"
                            + " FROM queen_proxy.usage_days ORDER BY day")
                    .toString());
            return told;
        }
    }

    private static String alike(String effect) {
        return effect.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "some id")
                .replaceAll("\"at\": \"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z\"", "\"at\": some moment");
    }
}
