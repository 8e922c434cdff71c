package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbConnections;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.route.OpClass;

/// Against a real PostgreSQL with the real functions (control plane, 14).
class MonthlyQuotaIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static int number;
    private static Pxdb pxdb;

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private PushBlocks blocks;
    private MonthlyAccounts accounts;
    private UsageAggregate aggregate;
    private UsageFlusher flusher;
    private UUID cluster;

    @TempDir
    private Path folder;

    @BeforeAll
    static void open() {
        pxdb = SERVER.pxdb();
    }

    @AfterAll
    static void close() throws IOException {
        pxdb.close();
    }

    @BeforeEach
    void make() {
        cluster = SERVER.cluster("quota-" + number++);
        startProcess();
    }

    /// Memory is empty afterwards, as after a restart.
    private void startProcess() {
        startProcess(InstantSource.system());
    }

    private void startProcess(InstantSource clock) {
        startProcess(clock, new UsageTable(pxdb));
    }

    private void startProcess(InstantSource clock, UsageStore store) {
        blocks = new PushBlocks(new StorageAccounts());
        accounts = new MonthlyAccounts(blocks);
        aggregate = new UsageAggregate(clock, accounts);
        var files = new SpoolFolder(folder);
        var drops = new DropLog(metrics);
        flusher = new UsageFlusher(
                aggregate,
                Optional.of(store),
                new Spool(files, 0, InstantSource.system(), drops, metrics),
                files,
                drops,
                Duration.ZERO);
    }

    private MonthlyQuota quota() {
        return new MonthlyQuota(new QuotaTable(pxdb), flusher, accounts, 80);
    }

    private void quotaOf(String json) {
        SERVER.execute(
                "update queen_proxy.clusters set limit_overrides = '%s' where id = '%s'".formatted(json, cluster));
    }

    private void stored(long messages) {
        SERVER.execute("""
                insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs)
                values ('%s', date_trunc('minute', now()), 'push', %d)
                    on conflict (cluster_id, minute, op_class) do update set msgs = excluded.msgs""".formatted(cluster, messages));
    }

    private void clear() {
        SERVER.execute("delete from queen_proxy.usage_minutes where cluster_id = '%s'".formatted(cluster));
    }

    private void set(long messages) {
        clear();
        stored(messages);
    }

    private String announced() {
        return SERVER.value(
                "select coalesce(string_agg(kind || ' ' || (payload ->> 'percent'), ',' order by created_at), '')"
                        + " from queen_proxy.outbox where payload ->> 'cluster_id' = '%s'".formatted(cluster));
    }

    private boolean blocked() {
        return blocks.blockedByMonth().contains(cluster);
    }

    @Test
    void each_level_is_reached_exactly_at_its_bound_and_announced_once() {
        quotaOf("{\"monthly_msgs_quota\": 1000}");
        MonthlyQuota quota = quota();
        set(799);
        quota.evaluate();
        assertThat(announced()).isEmpty();
        set(800);
        quota.evaluate();
        quota.evaluate();
        assertThat(announced()).isEqualTo("cluster_monthly_quota_warning 80");
        set(999);
        quota.evaluate();
        assertThat(blocked()).isFalse();
        set(1000);
        quota.evaluate();
        quota.evaluate();
        assertThat(blocked()).isTrue();
        assertThat(announced()).isEqualTo("cluster_monthly_quota_warning 80,cluster_monthly_quota_blocked 100");
    }

    @Test
    void a_restart_blocks_again_at_once_and_announces_nothing_again() {
        quotaOf("{\"monthly_msgs_quota\": 10}");
        stored(11);
        quota().evaluate();
        assertThat(announced()).isEqualTo("cluster_monthly_quota_blocked 110");

        startProcess();
        assertThat(blocked()).isFalse();
        quota().evaluate();
        assertThat(blocked()).isTrue();
        quotaOf("{\"monthly_msgs_quota\": 12}");
        startProcess();
        quota().evaluate();
        // 91 %, but somebody has announced the worse level
        assertThat(announced()).isEqualTo("cluster_monthly_quota_blocked 110");
        assertThat(blocked()).isFalse();
    }

    @Test
    void the_month_counts_on_between_two_evaluations_so_that_one_request_at_most_goes_over() {
        quotaOf("{\"monthly_msgs_quota\": 100}");
        stored(60);
        quota().evaluate();
        int requests = 0;
        while (!blocked()) {
            aggregate.record(cluster, OpClass.PUSH, Usage.request(7, 0, 0));
            requests++;
        }

        // 60 + 6 * 7 is the first sum of at least 100
        assertThat(requests).isEqualTo(6);
        assertThat(accounts.used(cluster)).hasValue(102);
    }

    @Test
    void what_this_process_has_not_written_yet_counts_once_before_and_after_it_is_written() {
        quotaOf("{\"monthly_msgs_quota\": 100}");
        aggregate.record(cluster, OpClass.DELIVERY, Usage.request(30, 0, 0));
        quota().evaluate();
        assertThat(accounts.used(cluster)).hasValue(30);

        flusher.drain(Duration.ofSeconds(4));
        quota().evaluate();
        assertThat(accounts.used(cluster)).hasValue(30);
    }

    @Test
    void messages_in_the_spool_count_too() {
        quotaOf("{\"monthly_msgs_quota\": 100}");
        var files = new SpoolFolder(folder);
        var drops = new DropLog(metrics);
        var gone = new boolean[] {true};
        var table = new UsageTable(pxdb);
        var now = new AtomicReference<>(InstantSource.system().instant());
        aggregate = new UsageAggregate(now::get, accounts);
        flusher = new UsageFlusher(
                aggregate,
                Optional.of((batch, patience) -> {
                    if (gone[0]) {
                        throw new IllegalStateException("gone");
                    }
                    return table.write(batch, patience);
                }),
                new Spool(files, 0, InstantSource.system(), drops, metrics),
                files,
                drops,
                Duration.ZERO);
        aggregate.record(cluster, OpClass.PUSH, Usage.request(40, 0, 0));
        now.set(now.get().plusSeconds(60));
        flusher.flush();
        quota().evaluate();
        assertThat(accounts.used(cluster)).hasValue(40);

        gone[0] = false;
        flusher.flush();
        quota().evaluate();
        assertThat(accounts.used(cluster)).hasValue(40);
    }

    /// The plans are locked, which the count reads and the flush does not.
    @Test
    void a_count_that_takes_long_must_neither_hold_up_the_flush_nor_miss_or_double_what_it_writes() throws Exception {
        quotaOf("{\"monthly_msgs_quota\": 100}");
        var now = new AtomicReference<>(InstantSource.system().instant());
        startProcess(now::get);
        aggregate.record(cluster, OpClass.PUSH, Usage.request(20, 0, 0));
        MonthlyQuota quota = quota();
        try (Connection other = pxdb.pool().getConnection();
                var threads = Executors.newFixedThreadPool(2)) {
            other.setAutoCommit(false);
            other.createStatement().execute("lock table queen_proxy.plans in access exclusive mode");
            Future<?> evaluation = threads.submit(quota::evaluate);
            awaitWaiting();
            now.set(now.get().plusSeconds(60));
            aggregate.record(cluster, OpClass.PUSH, Usage.request(3, 0, 0));

            assertThat(threads.submit(flusher::flush).get(60, TimeUnit.SECONDS)).isTrue();
            other.rollback();
            evaluation.get(60, TimeUnit.SECONDS);
        }
        assertThat(accounts.used(cluster)).hasValue(23);
        quota.evaluate();
        assertThat(accounts.used(cluster)).hasValue(23);
    }

    @Test
    void a_count_and_a_flush_must_not_wait_for_each_other_where_there_is_one_connection() throws Exception {
        quotaOf("{\"monthly_msgs_quota\": 100}");
        var now = new AtomicReference<>(InstantSource.system().instant());
        try (Pxdb small = SERVER.pxdb(Map.of("PXDB_POOL_SIZE", "1", "PXDB_TIMEOUT_MS", "60000"));
                Connection other = pxdb.pool().getConnection();
                var threads = Executors.newFixedThreadPool(2)) {
            startProcess(now::get, new UsageTable(small));
            var quota = new MonthlyQuota(new QuotaTable(small), flusher, accounts, 80);
            aggregate.record(cluster, OpClass.PUSH, Usage.request(20, 0, 0));
            now.set(now.get().plusSeconds(60));
            other.setAutoCommit(false);
            other.createStatement().execute("lock table queen_proxy.plans in access exclusive mode");
            Future<?> evaluation = threads.submit(quota::evaluate);
            awaitWaiting();
            Future<Boolean> flush = threads.submit(flusher::flush);
            var pool = small.pool().unwrap(HikariDataSource.class).getHikariPoolMXBean();
            await().atMost(Duration.ofSeconds(60)).until(() -> pool.getThreadsAwaitingConnection() == 1);
            other.rollback();

            // the flush waits for the connection, and the count that has it must not wait for the flush
            evaluation.get(40, TimeUnit.SECONDS);
            assertThat(flush.get(40, TimeUnit.SECONDS)).isTrue();
            quota.evaluate();
        }
        assertThat(accounts.used(cluster)).hasValue(20);
    }

    private static void awaitWaiting() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> SERVER.value("select count(*) from pg_locks where not granted"
                                + " and relation = 'queen_proxy.plans'::regclass")
                        .equals("1"));
    }

    @Test
    void what_is_written_before_the_count_begins_must_not_count_twice() {
        quotaOf("{\"monthly_msgs_quota\": 100}");
        var now = new AtomicReference<>(InstantSource.system().instant());
        startProcess(now::get);
        aggregate.record(cluster, OpClass.PUSH, Usage.request(20, 0, 0));
        now.set(now.get().plusSeconds(60));
        WriteWatch watch = flusher.watch();
        flusher.flush();
        QuotaTable.Count count = new QuotaTable(pxdb).count(watch::begun);
        YearMonth month = count.months().stream()
                .filter(each -> each.cluster().equals(cluster))
                .findFirst()
                .orElseThrow()
                .month();

        assertThat(watch.begun()).hasSize(1);
        assertThat(watch.writtenBehind(Set.of()).of(cluster, month)).isEqualTo(20);
        assertThat(watch.writtenBehind(count.included()).of(cluster, month)).isZero();
    }

    @Test
    void a_new_month_begins_at_nothing_and_is_announced_anew() {
        quotaOf("{\"monthly_msgs_quota\": 10}");
        var now = new AtomicReference<>(Instant.parse("2027-03-31T23:58:30Z"));
        var databaseIsGone = new AtomicBoolean();
        startProcess(now::get, (batch, patience) -> {
            if (databaseIsGone.get()) {
                throw new IllegalStateException("gone");
            }
            return new UsageTable(pxdb).write(batch, patience);
        });
        var table = new QuotaTable(pxdb, () -> "timestamptz '%s'".formatted(now.get()));
        var quota = new MonthlyQuota(table, flusher, accounts, 80);
        aggregate.record(cluster, OpClass.PUSH, Usage.request(10, 0, 0));
        now.set(Instant.parse("2027-03-31T23:59:00Z"));
        assertThat(flusher.flush()).isTrue();
        databaseIsGone.set(true);
        aggregate.record(cluster, OpClass.PUSH, Usage.request(40, 0, 0));
        now.set(Instant.parse("2027-03-31T23:59:59Z"));
        quota.evaluate();
        assertThat(accounts.used(cluster)).as("written and in memory").hasValue(50);
        assertThat(announced()).isEqualTo("cluster_monthly_quota_blocked 100");

        now.set(Instant.parse("2027-04-01T00:00:00Z"));
        assertThat(flusher.flush())
                .as("the last minute of March goes to the spool")
                .isFalse();
        quota.evaluate();
        assertThat(accounts.used(cluster)).hasValue(0);
        assertThat(blocked()).isFalse();
        aggregate.record(cluster, OpClass.PUSH, Usage.request(12, 0, 0));
        quota.evaluate();
        assertThat(accounts.used(cluster)).hasValue(12);
        assertThat(blocked()).isTrue();

        databaseIsGone.set(false);
        now.set(Instant.parse("2027-04-01T00:01:00Z"));
        assertThat(flusher.flush()).isTrue();
        quota.evaluate();
        assertThat(accounts.used(cluster)).hasValue(12);
        assertThat(announced()).isEqualTo("cluster_monthly_quota_blocked 100,cluster_monthly_quota_blocked 120");
    }

    @Test
    void a_lifted_quota_and_a_month_without_use_release_and_a_silent_database_does_not() throws IOException {
        quotaOf("{\"monthly_msgs_quota\": 10}");
        stored(10);
        MonthlyQuota quota = quota();
        quota.evaluate();
        assertThat(blocked()).isTrue();

        Pxdb closed = SERVER.pxdb();
        closed.close();
        var silent = new MonthlyQuota(new QuotaTable(closed), flusher, accounts, 80);
        assertThatThrownBy(silent::evaluate).isInstanceOf(RuntimeException.class);
        assertThat(blocked()).isTrue();

        // nothing of the month is used
        clear();
        quota.evaluate();
        assertThat(blocked()).isFalse();
        stored(10);
        quota.evaluate();
        assertThat(blocked()).isTrue();
        quotaOf("{\"monthly_msgs_quota\": null}");
        quota.evaluate();
        assertThat(blocked()).isFalse();
    }

    /// The driver tells the server the zone of the process, so that sessions of a proxy elsewhere have another one.
    @Test
    void a_process_in_another_time_zone_must_count_the_same_month() throws IOException {
        quotaOf("{\"monthly_msgs_quota\": 100}");
        SERVER.execute("""
                insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs)
                select '%s', edge, 'push', msgs
                  from (select date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' as first,
                               (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC' as next) m
                 cross join lateral (values (first - interval '1 minute', 1000), (first, 20), (next - interval '1 minute', 3),
                               (next, 4000)) as edges (edge, msgs)
                """.formatted(cluster));
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
                new MonthlyQuota(new QuotaTable(elsewhere), flusher, accounts, 80).evaluate();
                assertThat(accounts.used(cluster)).as(zone).hasValue(23);
                Instant first = Instant.parse(
                        SERVER.value(
                                "select to_char(date_trunc('month', now() at time zone 'UTC'), 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"));
                assertThat(MeteredHour.read(elsewhere, cluster, first, first.plusSeconds(60))
                                .minutes())
                        .as(zone)
                        .isEqualTo(Map.of(first, new MeteredHour.Count(20, 0)));
            } finally {
                TimeZone.setDefault(usual);
            }
        }
        assertThat(announced()).isEmpty();
    }

    @Test
    void a_tenant_that_is_being_deleted_must_not_be_told_of_its_quota() {
        quotaOf("{\"monthly_msgs_quota\": 10}");
        stored(10);
        SERVER.value("select queen_proxy.set_tenant_status(tenant_id, 'deleting') from queen_proxy.clusters"
                + " where id = '%s'".formatted(cluster));
        quota().evaluate();

        assertThat(announced()).isEmpty();
        assertThat(accounts.used(cluster)).isEmpty();
    }

    @Test
    void a_quota_of_nothing_is_used_up_at_once() {
        quotaOf("{\"monthly_msgs_quota\": 0}");
        quota().evaluate();

        assertThat(blocked()).isTrue();
        assertThat(announced()).isEqualTo("cluster_monthly_quota_blocked 100");
    }

    @Test
    void the_roll_up_and_the_prune_leave_the_month_as_it_is() {
        SERVER.execute("""
                insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs)
                select '%s', (day + time '23:59') at time zone 'UTC', 'push', 5
                  from generate_series(date_trunc('month', now() at time zone 'UTC')::date,
                                       (now() at time zone 'UTC')::date, '1 day') as day""".formatted(cluster));
        String month =
                "select queen_proxy.cluster_month_msgs('%s', (now() at time zone 'UTC')::date)".formatted(cluster);
        String before = SERVER.value(month);
        var connections = new PxdbConnections(SERVER.settings(Map.of()));
        var rollup = new UsageRollup(() -> connections.single("test"), 1, InstantSource.system());

        rollup.run();
        rollup.run();

        assertThat(SERVER.value(month)).isEqualTo(before).isNotEqualTo("0");
    }
}
