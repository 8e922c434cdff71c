package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/// Calls that meet in the worst moment, with certainty: the first has done its work and not committed when the second
/// begins, and commits once the second waits for it or is through (control plane, 6 Concurrency).
class InterleavingIT {

    /// One call of each function that writes below a tenant.
    private static final List<String> CALLS = List.of(
            "record_operation($t, $c, 'system', NULL, 'x', NULL, NULL)",
            "create_cluster($t, 'm-%d', 'free', $cell)",
            "assign_plan($c, 'pro')",
            "set_limit_override($c, '{}')",
            "set_tenant_status($t, 'grace')",
            "set_cluster_status($c, 'suspended')",
            "upsert_plan('free', '{}')",
            "create_user($t, 'n%d@t.example', NULL, 'local')",
            "set_user_name($u, 'U')",
            "grant_cluster_role($c, 'u%d@t.example', 'producer')",
            "revoke_cluster_role($c, 'u%d@t.example')",
            "set_operator('u%d@t.example', false)",
            "record_user_login($u)",
            "revoke_session('s-%d', now(), 'user', $u)",
            "link_identity($u, 'github', 'm-%d', 'm@x.example')",
            "provision_oauth_user('t-%d', 'p%d@t.example', 'google', 'p-%d', 'viewer')",
            "set_user_password('u%d@t.example', '" + World.HASH + "')",
            "issue_api_key($c, 'k', lpad('%d', 64, 'b'), ARRAY['read'], $u)",
            "revoke_api_key($k)",
            "bootstrap_tenant('t-%d', 'T', 'tc-%d', 'free', $cell, 'a%d@t.example')",
            "record_usage(gen_random_uuid(), jsonb_build_array(jsonb_build_object('cluster_id', $c::text, 'minute', 28000000,"
                    + " 'op', 'push', 'reqs', 1, 'msgs', 5, 'bytes_in', 0, 'bytes_out', 0)))",
            "rollup_usage_days()",
            "prune_usage_minutes(1)",
            "prune_outbox(1)",
            "delete_user($u)",
            "delete_cluster($c, true)",
            "delete_tenant($t, true)");

    private static final List<String> DELETIONS =
            List.of("delete_tenant($t, true)", "delete_cluster($c, true)", "delete_user($u)");

    private static World world;
    private static Connection early;
    private static Connection late;
    private static Connection later;
    private static ExecutorService threads;
    private static int round;

    @BeforeAll
    static void settle() throws SQLException {
        world = new World();
        early = world.database().open();
        early.setAutoCommit(false);
        late = world.database().open();
        later = world.database().open();
        threads = Executors.newFixedThreadPool(2);
    }

    @AfterAll
    static void leave() throws SQLException {
        threads.shutdown();
        early.close();
        late.close();
        later.close();
        world.close();
    }

    @ParameterizedTest
    @FieldSource("DELETIONS")
    void whoever_comes_second_to_a_deletion_must_hear_an_ordinary_answer(String deletion) throws Exception {
        for (String call : CALLS) {
            String answer = meet(deletion, call);
            assertThat(answer).as("%s, then %s", deletion, call).matches("ok|QP404 .*|23503 .*operations_.*_fkey.*");
            // only the primitive, whose callers name what exists, may speak of a foreign key
            if (answer.startsWith("23503")) {
                assertThat(call).startsWith("record_operation");
            }
        }
    }

    @ParameterizedTest
    @FieldSource("DELETIONS")
    void a_deletion_that_comes_second_must_take_everything_along(String deletion) throws Exception {
        for (String call : CALLS) {
            assertThat(meet(call, deletion)).as("%s, then %s", call, deletion).isEqualTo("ok");
            if (deletion.startsWith("delete_tenant")) {
                assertThat(world.value("SELECT (SELECT count(*) FROM queen_proxy.clusters WHERE tenant_id = $t)"
                                + " + (SELECT count(*) FROM queen_proxy.users WHERE tenant_id = $t)"
                                + " + (SELECT count(*) FROM queen_proxy.operations WHERE tenant_id = $t)"
                                + " + (SELECT count(*) FROM queen_proxy.api_keys WHERE cluster_id = $c)"
                                + " + (SELECT count(*) FROM queen_proxy.usage_minutes WHERE cluster_id = $c)"))
                        .as(call)
                        .isEqualTo("0");
            }
        }
    }

    /// Both calls are stopped on their way, at the cluster or at the user, and let go together: whoever took its locks
    /// in another order than section 6 says would now hold what the other needs.
    @ParameterizedTest
    @ValueSource(strings = {"clusters WHERE id = $c", "users WHERE id = $u", "api_keys WHERE id = $k"})
    void two_calls_stopped_half_way_must_not_stop_each_other(String stop) throws Exception {
        for (String deletion : DELETIONS) {
            for (String call : CALLS) {
                for (List<String> order : List.of(List.of(deletion, call), List.of(call, deletion))) {
                    assertThat(meetAt(stop, order))
                            .as("%s, stopped at %s", order, stop)
                            .allSatisfy(
                                    answer -> assertThat(answer).matches("ok|QP404 .*|23503 .*operations_.*_fkey.*"));
                }
            }
        }
    }

    @Test
    void minutes_that_come_while_their_old_day_is_rolled_up_must_be_noted_for_the_next_time() throws Exception {
        String flush =
                "record_usage(gen_random_uuid(), jsonb_build_array(jsonb_build_object('cluster_id', $c::text, 'minute', 28000000,"
                        + " 'op', 'push', 'reqs', 1, 'msgs', 5, 'bytes_in', 0, 'bytes_out', 0)))";
        String hourly = "rollup_usage_days(NULL, false)";
        for (List<String> order : List.of(List.of(hourly, flush), List.of(flush, hourly), List.of(flush, flush))) {
            assertThat(meet(order.getFirst(), order.getLast())).as("%s", order).isEqualTo("ok");
            world.run("SELECT queen_proxy." + hourly);
            assertThat(world.value("SELECT (SELECT sum(msgs) FROM queen_proxy.usage_days WHERE cluster_id = $c) ="
                            + " (SELECT sum(msgs) FROM queen_proxy.usage_minutes WHERE cluster_id = $c)"))
                    .as("%s", order)
                    .isEqualTo("true");
        }
    }

    @Test
    void a_minute_that_grows_while_it_is_pruned_must_not_be_lost() throws Exception {
        String flush =
                "record_usage(gen_random_uuid(), jsonb_build_array(jsonb_build_object('cluster_id', $c::text, 'minute', 27000000,"
                        + " 'op', 'push', 'reqs', 1, 'msgs', 5, 'bytes_in', 0, 'bytes_out', 0)))";
        assertThat(meet(flush, "prune_usage_minutes(1)")).isEqualTo("ok");
        assertThat(
                        world.value(
                                "SELECT msgs FROM queen_proxy.usage_minutes WHERE cluster_id = $c AND minute = to_timestamp(27000000 * 60)"))
                .isEqualTo("15");
    }

    /// Lets the second call begin when the first has worked and not committed, and answers what it says.
    private static String meet(String first, String second) throws Exception {
        tenant();
        TestDatabase.rows(early, sql(first));
        String statement = sql(second);
        Future<String> answer = threads.submit(() -> answer(late, statement));
        awaitDoneOrWaiting(answer, late);
        early.commit();
        return answer.get();
    }

    /// Starts both calls, one after the other, while a row is held, and answers what they say once it is let go.
    private static List<String> meetAt(String stop, List<String> calls) throws Exception {
        tenant();
        TestDatabase.rows(early, world.resolve("SELECT 1 FROM queen_proxy.%s FOR UPDATE".formatted(stop)));
        var answers = new ArrayList<Future<String>>();
        for (int nth = 0; nth < calls.size(); nth++) {
            Connection connection = nth == 0 ? late : later;
            String statement = sql(calls.get(nth));
            Future<String> answer = threads.submit(() -> answer(connection, statement));
            awaitDoneOrWaiting(answer, connection);
            answers.add(answer);
        }
        early.commit();
        return List.of(answers.getFirst().get(), answers.getLast().get());
    }

    private static void awaitDoneOrWaiting(Future<String> answer, Connection connection) throws SQLException {
        int pid = connection.unwrap(PGConnection.class).getBackendPID();
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> answer.isDone()
                        || world.database()
                                        .count(
                                                "SELECT count(*) FROM pg_stat_activity WHERE pid = ? AND wait_event_type = 'Lock'",
                                                pid)
                                > 0);
    }

    private static String answer(Connection connection, String statement) {
        try {
            TestDatabase.rows(connection, statement);
            return "ok";
        } catch (SQLException failure) {
            var said = new SqlFailure(failure);
            return said.state() + " " + said.getMessage();
        }
    }

    private static String sql(String call) {
        return "SELECT queen_proxy." + world.resolve(call.replace("%d", String.valueOf(round)));
    }

    /// A tenant `$t` with cluster `$c`, an admin, user `$u` with a role, key `$k`, minutes of old and one noted day.
    private static void tenant() {
        round++;
        world.run("SELECT queen_proxy.bootstrap_tenant('t-%1$d', 'T', 'tc-%1$d', 'free', $cell, 'a%1$d@t.example')"
                .formatted(round));
        world.name("t", "SELECT id FROM queen_proxy.tenants WHERE slug = 't-%d'".formatted(round));
        world.name("c", "SELECT id FROM queen_proxy.clusters WHERE slug = 'tc-%d'".formatted(round));
        world.name("u", "SELECT queen_proxy.create_user($t, 'u%d@t.example', NULL, 'local')".formatted(round));
        world.name("k", "SELECT id FROM queen_proxy.api_keys WHERE cluster_id = $c");
        world.run("SELECT queen_proxy.grant_cluster_role($c, 'u%d@t.example', 'viewer');".formatted(round)
                + " INSERT INTO queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs) VALUES"
                + " ($c, to_timestamp(28000001 * 60), 'push', 1), ($c, to_timestamp(27000000 * 60), 'push', 10);"
                + " INSERT INTO queen_proxy.usage_days (cluster_id, day, op_class, msgs)"
                + " VALUES ($c, (to_timestamp(27000000 * 60) AT TIME ZONE 'UTC')::date, 'push', 10);"
                + " INSERT INTO queen_proxy.usage_late_days VALUES"
                + " ($c, (to_timestamp(28000000 * 60) AT TIME ZONE 'UTC')::date)");
    }
}
