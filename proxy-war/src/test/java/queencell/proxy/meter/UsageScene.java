package queencell.proxy.meter;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.route.OpClass;

/// One cluster and the way of its usage: counted by a clock that the test moves, spooled to a real folder, written to
/// a real database.
final class UsageScene {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final AtomicInteger CLUSTERS = new AtomicInteger();

    final UUID cluster = newCluster();
    /// While it is set, nothing is written.
    final AtomicBoolean databaseIsGone = new AtomicBoolean();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T10:00:30Z"));
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final DropLog drops = new DropLog(metrics);
    private final Path folder;

    /// @param folder of the spool
    UsageScene(Path folder) {
        this.folder = folder;
    }

    static UUID newCluster() {
        return SERVER.cluster("usage-" + CLUSTERS.getAndIncrement());
    }

    /// One more that counts by the same clock, as another process would.
    UsageAggregate aggregate() {
        return aggregate(Accounts.none());
    }

    UsageAggregate aggregate(MonthlyAccounts accounts) {
        return new UsageAggregate(now::get, accounts);
    }

    void use(UsageAggregate counted, long messages) {
        use(counted, cluster, messages);
    }

    static void use(UsageAggregate counted, UUID cluster, long messages) {
        counted.record(cluster, OpClass.PUSH, Usage.request(messages, 10, 20));
    }

    UsageStore.Written write(UsageBatch batch, Duration patience) {
        return write(SERVER.shared(), batch, patience);
    }

    UsageStore.Written write(Pxdb pool, UsageBatch batch, Duration patience) {
        if (databaseIsGone.get()) {
            throw new IllegalStateException("the database is gone");
        }
        return new UsageTable(pool).write(batch, patience);
    }

    /// @param maxBytes of the spool; 0 for no bound
    UsageFlusher flusher(UsageAggregate counted, UsageStore store, long maxBytes, Duration betweenRecoveries) {
        var files = new SpoolFolder(folder);
        var spool = new Spool(files, maxBytes, InstantSource.system(), drops, metrics);
        return new UsageFlusher(counted, Optional.of(store), spool, files, drops, betweenRecoveries);
    }

    Instant now() {
        return now.get();
    }

    void at(Instant moment) {
        now.set(moment);
    }

    void step(Duration time) {
        at(now().plus(time));
    }

    void nextMinute() {
        step(Duration.ofMinutes(1));
    }

    /// What the database has of the cluster.
    String msgs() {
        return SERVER.value("select coalesce(sum(msgs), 0) from queen_proxy.usage_minutes where cluster_id = '%s'"
                .formatted(cluster));
    }

    /// Time of day and messages, oldest first.
    String minutes() {
        return SERVER.value("""
                select string_agg(to_char(minute at time zone 'UTC', 'HH24:MI') || ' ' || msgs, ', ' order by minute)
                  from queen_proxy.usage_minutes where cluster_id = '%s'""".formatted(cluster));
    }

    List<Path> spooled() {
        return new SpoolFolder(folder).files();
    }

    double dropped(String reason) {
        return metrics.get("queen_proxy_usage_rows_dropped")
                .tag("reason", reason)
                .counter()
                .count();
    }
}
