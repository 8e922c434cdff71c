package queencell.proxy.meter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;

/// One cluster with a quota, in a process that counts, flushes and compares by the clock of its [UsageScene].
final class QuotaScene {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final int WARN_PERCENT = 80;

    final UsageScene usage;
    private PushBlocks blocks;
    private MonthlyAccounts accounts;
    private UsageAggregate aggregate;
    private UsageFlusher flusher;
    private MonthlyQuota quota;
    private final AtomicLong nanos = new AtomicLong();

    /// @param spool folder
    QuotaScene(Path spool) {
        usage = new UsageScene(spool);
        restart();
    }

    /// Memory is empty afterwards.
    void restart() {
        restart(SERVER.shared());
    }

    /// @param pool that the new process has
    void restart(Pxdb pool) {
        blocks = new PushBlocks(new StorageAccounts());
        accounts = new MonthlyAccounts(blocks);
        aggregate = usage.aggregate(accounts);
        flusher = usage.flusher(aggregate, (batch, patience) -> usage.write(pool, batch, patience), 0, Duration.ZERO);
        quota = quota(table(pool));
    }

    QuotaTable table(Pxdb pool) {
        return new QuotaTable(pool, () -> "timestamptz '%s'".formatted(usage.now()));
    }

    /// Another evaluation for this process.
    MonthlyQuota quota(QuotaTable table) {
        return new MonthlyQuota(table, flusher, accounts, WARN_PERCENT, Duration.ofHours(1), nanos::get);
    }

    void evaluate() {
        quota.evaluate();
    }

    /// Time of the process, of which the clock on the wall knows nothing.
    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    UsageFlusher flusher() {
        return flusher;
    }

    /// Pushed in this process and not written yet.
    void use(long messages) {
        usage.use(aggregate, messages);
    }

    void limit(long messages) {
        limit(Long.toString(messages));
    }

    void unlimit() {
        limit("null");
    }

    private void limit(String quota) {
        SERVER.execute(
                "update queen_proxy.clusters set limit_overrides = '{\"monthly_msgs_quota\": %s}' where id = '%s'"
                        .formatted(quota, usage.cluster));
    }

    /// So many messages, and no other, are in the database.
    void stored(long messages) {
        clear();
        SERVER.execute("""
                insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs)
                values ('%s', date_trunc('minute', timestamptz '%s'), 'push', %d)""".formatted(usage.cluster, usage.now(), messages));
    }

    void clear() {
        SERVER.execute("delete from queen_proxy.usage_minutes where cluster_id = '%s'".formatted(usage.cluster));
    }

    /// Events with their percentage, oldest first.
    String announced() {
        return SERVER.value(
                "select coalesce(string_agg(kind || ' ' || (payload ->> 'percent'), ',' order by created_at), '')"
                        + " from queen_proxy.outbox where payload ->> 'cluster_id' = '%s'".formatted(usage.cluster));
    }

    boolean blocked() {
        return blocks.blockedByMonth().contains(usage.cluster);
    }

    OptionalLong used() {
        return accounts.used(usage.cluster);
    }
}
