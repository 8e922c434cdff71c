package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.route.OpClass;

/// What counts for the month: every message once, wherever it is on its way (control plane, 14.1; A15).
class MonthCountIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path folder;

    private QuotaScene scene;

    @BeforeEach
    void make() {
        scene = new QuotaScene(folder);
        scene.limit(100);
    }

    @Test
    void the_month_counts_on_between_two_evaluations_so_that_one_request_at_most_goes_over() {
        scene.stored(60);
        scene.evaluate();
        int requests = 0;
        while (!scene.blocked()) {
            scene.use(7);
            requests++;
        }

        // 60 + 6 * 7 is the first sum of at least 100
        assertThat(requests).isEqualTo(6);
        assertThat(scene.used()).hasValue(102);
    }

    @Test
    void what_this_process_has_not_written_yet_counts_once_before_and_after_it_is_spooled() {
        scene.use(30);
        scene.evaluate();
        assertThat(scene.used()).hasValue(30);

        scene.flusher().drain(Duration.ofSeconds(4));
        scene.evaluate();
        assertThat(scene.used()).hasValue(30);
    }

    @Test
    void messages_in_the_spool_count_too() {
        scene.usage.databaseIsGone.set(true);
        scene.use(40);
        scene.usage.nextMinute();
        scene.flusher().flush();
        scene.evaluate();
        assertThat(scene.used()).hasValue(40);

        scene.usage.databaseIsGone.set(false);
        scene.flusher().flush();
        scene.evaluate();
        assertThat(scene.used()).hasValue(40);
    }

    /// The driver tells the server the zone of the process, so that sessions of a proxy elsewhere have another one.
    @Test
    void a_process_in_another_time_zone_must_count_the_same_month() throws IOException {
        SERVER.execute("""
                insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs)
                select '%s', edge, 'push', msgs
                  from (select date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' as first,
                               (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC' as next) m
                 cross join lateral (values (first - interval '1 minute', 1000), (first, 20), (next - interval '1 minute', 3),
                               (next, 4000)) as edges (edge, msgs)
                """.formatted(scene.usage.cluster));
        TimeZone usual = TimeZone.getDefault();
        for (String zone : List.of("Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata")) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            try (Pxdb elsewhere = SERVER.pxdb()) {
                var seen = new String[1];
                elsewhere.writeJdbc(connection -> {
                    try (var row = connection.createStatement().executeQuery("show timezone")) {
                        row.next();
                        seen[0] = row.getString(1);
                    }
                });
                assertThat(seen[0]).isEqualTo(zone);
                scene.quota(new QuotaTable(elsewhere)).evaluate();
                assertThat(scene.used()).as(zone).hasValue(23);
                Instant first = Instant.parse(
                        SERVER.value(
                                "select to_char(date_trunc('month', now() at time zone 'UTC'), 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"));
                assertThat(MeteredHour.read(elsewhere, scene.usage.cluster, first, first.plusSeconds(60))
                                .minutes())
                        .as(zone)
                        .isEqualTo(Map.of(first, new MeteredHour.Count(20, 0)));
            } finally {
                TimeZone.setDefault(usual);
            }
        }
        assertThat(scene.announced()).isEmpty();
    }

    /// The days of November are closed for the scene, which stands on the 30th, and for the database, whose clock is
    /// the real one.
    @Test
    void a_roll_up_a_prune_and_usage_that_comes_days_late_must_leave_every_message_counted_once() throws Exception {
        SERVER.execute("""
                insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs)
                select '%s', minute, op, 5
                  from generate_series(timestamptz '2026-11-01 09:59:00+00', '2026-11-30 09:59:00+00', '24 hours') as minute
                 cross join unnest(array['push', 'delivery']) as op""".formatted(scene.usage.cluster));
        mustCount(300);
        spooled(3, 7);
        assertThat(scene.flusher().flush()).isTrue();
        mustCount(307);

        try (Connection other = SERVER.shared().pool().getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().execute("select queen_proxy.rollup_usage_days()");
            mustCount(307);
            spooled(4, 11);
            assertThat(scene.flusher().flush()).isTrue();
            mustCount(318);
            other.commit();
        }
        mustCount(318);
        scene.pass(HOUR);
        mustCount(318);

        SERVER.value("select queen_proxy.record_usage(gen_random_uuid(), '[%s]')"
                .formatted(late(5, 13).toJson()));
        mustCount(318);
        scene.pass(HOUR);
        mustCount(331);

        SERVER.value("select queen_proxy.rollup_usage_days(null, false)");
        mustCount(331);
        SERVER.value("select queen_proxy.prune_usage_minutes(1)");
        mustCount(331);
        scene.pass(HOUR);
        mustCount(331);
        assertThat(SERVER.value(
                        "select count(*) from queen_proxy.usage_minutes where cluster_id = '%s' and minute < '2026-11-28'"
                                .formatted(scene.usage.cluster)))
                .isEqualTo("0");
    }

    private void mustCount(long messages) {
        scene.evaluate();
        assertThat(scene.used()).hasValue(messages);
    }

    /// Lies in the spool, since an outage days ago.
    private void spooled(int day, long messages) throws IOException {
        var batch = new UsageBatch(UUID.randomUUID(), List.of(late(day, messages)));
        Files.writeString(folder.resolve("meter-%d.buf".formatted(day)), SpoolContent.format(batch));
    }

    private UsageLine late(int day, long messages) {
        long minute =
                LocalDate.of(2026, 11, day).toEpochDay() * Duration.ofDays(1).toMinutes();
        return new UsageLine(scene.usage.cluster, minute, OpClass.TXN, Usage.messages(messages));
    }
}
