package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.PxdbConnections;
import queencell.proxy.database.PxdbServer;

/// Against a real PostgreSQL with the real functions (control plane, 13).
class UsageRollupIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static int number;

    private final PxdbConnections connections = new PxdbConnections(SERVER.settings(Map.of()));
    private final AtomicReference<Instant> now =
            new AtomicReference<>(InstantSource.system().instant());
    private final UsageRollup rollup = new UsageRollup(() -> connections.single("test"), 90, now::get);
    private UUID cluster;

    @BeforeEach
    void make() {
        cluster = SERVER.cluster("rollup-" + number++);
    }

    private void minute(int daysAgo, long messages) {
        SERVER.execute("""
                insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs)
                values ('%s', date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '%d days', 'push', %d)
                    on conflict (cluster_id, minute, op_class) do update set msgs = usage_minutes.msgs + excluded.msgs""".formatted(cluster, daysAgo, messages));
    }

    private String day(int daysAgo) {
        return SERVER.value("""
                select coalesce(sum(msgs)::text, 'none') from queen_proxy.usage_days
                 where cluster_id = '%s' and day = (now() at time zone 'UTC')::date - %d""".formatted(cluster, daysAgo));
    }

    @Test
    void a_closed_day_is_summed_once_however_often_it_is_rolled_up_and_the_open_one_is_not() {
        minute(0, 1);
        minute(1, 5);
        rollup.run();
        rollup.run();

        assertThat(day(1)).isEqualTo("5");
        assertThat(day(0)).isEqualTo("none");
    }

    @Test
    void usage_that_comes_late_corrects_its_day() {
        minute(40, 5);
        rollup.run();
        assertThat(day(40)).isEqualTo("5");
        SERVER.value("""
                select queen_proxy.record_usage(gen_random_uuid(), jsonb_build_array(jsonb_build_object(
                  'cluster_id', '%s', 'minute', extract(epoch from date_trunc('day', now() at time zone 'UTC'))::bigint / 60 - 40 * 1440,
                  'op', 'push', 'reqs', 0, 'msgs', 7, 'bytes_in', 0, 'bytes_out', 0)))""".formatted(cluster));
        rollup.run();

        assertThat(day(40)).isEqualTo("12");
    }

    @Test
    void old_minutes_go_once_their_day_is_rolled_up_and_the_day_stays() {
        minute(120, 3);
        rollup.run();

        assertThat(day(120)).isEqualTo("3");
        assertThat(SERVER.value(
                        "select count(*) from queen_proxy.usage_minutes where cluster_id = '%s'".formatted(cluster)))
                .isEqualTo("0");
    }

    @Test
    void while_another_proxy_is_at_it_this_one_passes() throws SQLException {
        minute(1, 5);
        try (var other = connections.single("other")) {
            other.setAutoCommit(false);
            other.createStatement().execute("select pg_advisory_xact_lock(hashtext('queen_proxy_rollup'))");
            rollup.run();
            assertThat(day(1)).isEqualTo("none");
            other.rollback();
        }
        rollup.run();
        assertThat(day(1)).isEqualTo("5");
    }

    /// The flush has its late minutes and wants to note their day; the round has served that note and wants to prune
    /// those minutes.
    @Test
    void a_flush_of_late_minutes_and_a_round_must_not_stop_each_other() throws Exception {
        minute(120, 3);
        String lateDay = "(now() at time zone 'UTC')::date - 120";
        SERVER.execute("insert into queen_proxy.usage_late_days (cluster_id, day) values ('%s', %s)"
                .formatted(cluster, lateDay));
        try (var flush = connections.single("flush");
                var round = Executors.newSingleThreadExecutor()) {
            flush.setAutoCommit(false);
            var statement = flush.createStatement();
            statement.execute("select from queen_proxy.clusters where id = '%s' for key share".formatted(cluster));
            statement.execute(
                    "update queen_proxy.usage_minutes set msgs = msgs + 7 where cluster_id = '%s'".formatted(cluster));
            Future<?> running = round.submit(rollup::run);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> SERVER.value("select count(*) from pg_stat_activity where application_name = 'test'"
                                    + " and wait_event_type = 'Lock' and query like '%prune_usage_minutes%'")
                            .equals("1"));

            statement.execute("delete from queen_proxy.usage_late_days where cluster_id = '%s'".formatted(cluster));
            statement.execute("insert into queen_proxy.usage_late_days (cluster_id, day) values ('%s', %s)"
                    .formatted(cluster, lateDay));
            flush.commit();
            running.get(60, TimeUnit.SECONDS);
        }
        rollup.run();

        assertThat(day(120)).isEqualTo("10");
    }

    @Test
    void a_database_that_is_gone_is_no_success() {
        var gone = new UsageRollup(
                () -> {
                    throw new SQLException("gone");
                },
                90,
                now::get);

        assertThatThrownBy(gone::run).hasMessageContaining("gone");
    }
}
