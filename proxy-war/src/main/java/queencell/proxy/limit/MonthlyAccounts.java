package queencell.proxy.limit;

import static queencell.log.Field.field;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import queencell.log.EventLog;

/// How far each cluster is into its `monthly_msgs_quota` (pipeline, 7.12; A15). The database says it every minute; in
/// between this process goes on counting by itself, so that the request that fills the quota is the last one let in.
///
/// [#used] and [#settle] of one cluster exclude each other: both are called under the lock of its usage counters. All
/// else may be called by any thread.
public final class MonthlyAccounts {
    private static final EventLog LOG = EventLog.of("limits");

    private final PushBlocks blocks;
    private final Map<UUID, Account> accounts = new ConcurrentHashMap<>();

    private record Account(long used, long quota) {
        boolean full() {
            return used >= quota;
        }
    }

    public MonthlyAccounts(PushBlocks blocks) {
        this.blocks = blocks;
    }

    /// Messages were pushed or delivered. Without a quota nothing happens.
    public void used(UUID cluster, long messages) {
        Account account = accounts.computeIfPresent(
                cluster, (_, known) -> new Account(saturatingSum(known.used, messages), known.quota));
        if (account != null && account.full()) {
            flag(cluster, account);
        }
    }

    /// The truth of this moment.
    ///
    /// @param used messages of the UTC month, those included that only this process knows of
    public void settle(UUID cluster, long used, long quota) {
        var account = new Account(used, quota);
        accounts.put(cluster, account);
        flag(cluster, account);
    }

    /// Forgets, and releases, all clusters but these: their quota was lifted, or they are gone.
    public void retain(Set<UUID> listed) {
        accounts.keySet().retainAll(listed);
        for (UUID cluster : blocks.blockedByMonth()) {
            if (!listed.contains(cluster) && blocks.monthly(cluster, false)) {
                LOG.info("month_released", field("cluster", cluster), field("kind", "month"));
            }
        }
    }

    /// Messages of this month; empty without a quota, and before the first evaluation.
    public OptionalLong used(UUID cluster) {
        Account account = accounts.get(cluster);
        return account == null ? OptionalLong.empty() : OptionalLong.of(account.used);
    }

    private void flag(UUID cluster, Account account) {
        if (!blocks.monthly(cluster, account.full())) {
            return;
        }
        if (account.full()) {
            LOG.warn(
                    "month_blocked",
                    field("cluster", cluster),
                    field("kind", "month"),
                    field("used", account.used),
                    field("quota", account.quota));
        } else {
            LOG.info("month_released", field("cluster", cluster), field("kind", "month"));
        }
    }

    private static long saturatingSum(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
