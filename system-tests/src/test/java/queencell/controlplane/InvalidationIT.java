package queencell.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import queencell.Cell;
import queencell.dev.Part;
import queencell.http.Answer;

/// What the control plane decides takes effect at the tenants' door at once (control plane, 7; pipeline, 11).
///
/// Without the notification each of these would take the 30 s that the proxy may remember what it has looked up; each
/// is warm in its memory when the change comes.
class InvalidationIT {

    private static final Duration AT_ONCE = Duration.ofSeconds(5);
    /// Acceptance check 17.
    private static final Duration REVOKED_WITHIN = Duration.ofSeconds(1);

    private static final String LISTENER = "application_name = 'queen-proxy-listen'";

    private static OneTenant warm(Cell cell) throws SQLException {
        OneTenant tenant = OneTenant.make(cell, "pro");
        Answer first = tenant.push(2);
        assertThat(first.status()).as(first.toString()).isEqualTo(201);
        return tenant;
    }

    private static void assertTakesEffect(String what, OneTenant tenant, Predicate<Answer> effect) {
        assertTakesEffect(what, AT_ONCE, tenant, effect);
    }

    private static void assertTakesEffect(String what, Duration within, OneTenant tenant, Predicate<Answer> effect) {
        long began = System.nanoTime();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(within)
                .until(() -> tenant.push(2), effect);
        System.out.printf("%s took %d ms%n", what, (System.nanoTime() - began) / 1_000_000);
    }

    private static Predicate<Answer> refused(int status, String code) {
        return answer -> answer.status() == status && answer.code().equals(code);
    }

    @Test
    void a_revoked_key_would_go_on_working(Cell cell) throws SQLException {
        OneTenant tenant = warm(cell);
        tenant.sql("select queen_proxy.revoke_api_key(id) from queen_proxy.api_keys where cluster_id = %s");

        assertTakesEffect("revoking a key", REVOKED_WITHIN, tenant, refused(401, "unauthorized"));
    }

    @Test
    void a_suspended_cluster_would_go_on_pushing_and_a_resumed_one_would_stay_shut(Cell cell) throws SQLException {
        OneTenant tenant = warm(cell);
        tenant.sql("select queen_proxy.set_cluster_status(%s, 'suspended')");
        assertTakesEffect("suspending a cluster", tenant, refused(403, "cluster_suspended"));

        tenant.sql("select queen_proxy.set_cluster_status(%s, 'active')");
        assertTakesEffect("resuming a cluster", tenant, answer -> answer.status() == 201);
    }

    @Test
    void a_suspended_tenant_would_go_on_pushing(Cell cell) throws SQLException {
        OneTenant tenant = warm(cell);
        tenant.sql(
                "select queen_proxy.set_tenant_status(tenant_id, 'suspended') from queen_proxy.clusters where id = %s");

        assertTakesEffect("suspending a tenant", tenant, refused(403, "cluster_suspended"));
    }

    @Test
    void a_changed_plan_would_not_limit(Cell cell) throws SQLException {
        OneTenant tenant = warm(cell);
        OneTenant.run(
                cell,
                "select queen_proxy.upsert_plan('one-item', '{\"cell_class\": \"shared\", \"max_batch_items\": 1}')");
        tenant.sql("select queen_proxy.assign_plan(%s, 'one-item')");
        assertTakesEffect("assigning a plan", tenant, refused(413, "payload_too_large"));

        OneTenant.run(cell, "select queen_proxy.upsert_plan('one-item', '{\"max_batch_items\": null}')");
        assertTakesEffect("editing the plan", tenant, answer -> answer.status() == 201);

        tenant.sql("select queen_proxy.set_limit_override(%s, '{\"max_batch_items\": 1}')");
        assertTakesEffect("overriding a limit", tenant, refused(413, "payload_too_large"));
    }

    @Test
    void a_new_cluster_would_stay_unknown_after_somebody_asked_too_early(Cell cell) throws SQLException {
        OneTenant tenant = warm(cell);
        String early = tenant.slug() + "-2";
        assertThat(cell.proxy("GET", "/api/v1/resources/queues")
                        .host(early + ".localhost")
                        .bearer(tenant.key())
                        .send()
                        .status())
                .isEqualTo(421);
        OneTenant.run(
                cell,
                "select queen_proxy.create_cluster(tenant_id, ?, 'free', cell_id) from queen_proxy.clusters where slug = ?",
                early,
                tenant.slug());

        // the key of another cluster: known now, and not its own
        await().atMost(AT_ONCE)
                .until(() -> cell.proxy("GET", "/api/v1/resources/queues")
                                .host(early + ".localhost")
                                .bearer(tenant.key())
                                .send()
                                .status()
                        == 403);
    }

    @Test
    void a_notification_that_is_no_cluster_would_end_the_listening(Cell cell) throws SQLException {
        OneTenant tenant = warm(cell);
        String session = OneTenant.run(cell, "select pid from pg_stat_activity where " + LISTENER);
        for (String payload : new String[] {"", "nonsense", "1-1-1-1-1", "\u2603", "x".repeat(7_900)}) {
            OneTenant.run(cell, "select pg_notify('queen_proxy_inval', ?)::text", payload);
        }
        tenant.sql("select queen_proxy.set_cluster_status(%s, 'suspended')");

        assertTakesEffect("suspending after nonsense", tenant, refused(403, "cluster_suspended"));
        assertThat(OneTenant.run(cell, "select pid from pg_stat_activity where " + LISTENER))
                .isEqualTo(session);
        assertThat(cell.logTail(Part.PROXY, 400)).anyMatch(line -> line.contains("event=notification_unreadable"));
    }

    @Test
    void what_nobody_heard_while_the_listener_was_away_would_hold_for_half_a_minute(Cell cell) throws SQLException {
        // a notification of its making may still be on its way, and lets the proxy look again
        OneTenant tenant =
                await().until(() -> suspendedUnheard(cell), each -> each.push(2).status() == 201);
        OneTenant.run(cell, "select pg_terminate_backend(pid)::text from pg_stat_activity where " + LISTENER);

        assertTakesEffect("forgetting everything after a reconnect", tenant, refused(403, "cluster_suspended"));
    }

    /// By hand, so that nothing is notified: the same as a notification that was lost.
    private static OneTenant suspendedUnheard(Cell cell) throws SQLException {
        OneTenant tenant = warm(cell);
        tenant.sql("update queen_proxy.clusters set status = 'suspended' where id = %s returning id");
        return tenant;
    }

    @Test
    void sessions_that_the_database_ended_would_fail_the_next_requests(Cell cell) throws SQLException {
        for (int round = 0; round < 3; round++) {
            // looked up by its first request only
            OneTenant tenant = OneTenant.make(cell, "pro");
            OneTenant.run(
                    cell,
                    "select count(pg_terminate_backend(pid))::text from pg_stat_activity"
                            + " where application_name like 'queen-proxy%' and pid <> pg_backend_pid()");

            Answer next = tenant.push(1);
            assertThat(next.status()).as(next.toString()).isEqualTo(201);
        }
    }
}
