package queencell.proxy.limit;

import static queencell.log.Field.field;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import queencell.log.EventLog;
import queencell.proxy.limit.MonthlyAccount.State;

/// How far each cluster is into its `monthly_msgs_quota` (pipeline, 7.12; A15). The database says it every minute; in
/// between this process goes on counting by itself, and holds what requests under way may add, so that the request
/// that fills the quota is the last one let in, however many come at once.
///
/// [#used] and [#settle] of one cluster exclude each other: both are called under the lock of its usage counters. All
/// else may be called by any thread.
public final class MonthlyAccounts {
    private static final EventLog LOG = EventLog.of("limits");

    private static final MonthRoom UNLIMITED = new MonthRoom.Kept(MonthHold.NOTHING);

    private final PushBlocks blocks;
    private final Map<UUID, MonthlyAccount> accounts = new ConcurrentHashMap<>();

    public MonthlyAccounts(PushBlocks blocks) {
        this.blocks = blocks;
    }

    /// Messages were pushed or delivered. Without a quota nothing happens.
    public void used(UUID cluster, long messages) {
        MonthlyAccount account = accounts.get(cluster);
        if (account != null) {
            State after = account.add(messages);
            if (after.isFull()) {
                flag(cluster, after);
            }
        }
    }

    /// Keeps room for what a request is about to push.
    public MonthRoom hold(UUID cluster, long messages) {
        MonthlyAccount account = accounts.get(cluster);
        return account == null || messages <= 0 ? UNLIMITED : account.hold(messages);
    }

    /// The truth of this moment.
    ///
    /// @param used messages of the UTC month, those included that only this process knows of
    public void settle(UUID cluster, long used, long quota) {
        // an account that everybody can see has a quota: a new one is settled before it is shown
        State after = accounts.compute(cluster, (_, known) -> {
                    MonthlyAccount account = known == null ? new MonthlyAccount() : known;
                    account.settle(used, quota);
                    return account;
                })
                .state();
        flag(cluster, after);
    }

    /// Forgets, and releases, all clusters but these: their quota was lifted, or they are gone.
    public void retain(Set<UUID> listed) {
        accounts.keySet().retainAll(listed);
        for (UUID cluster : blocks.blockedByMonth()) {
            if (!listed.contains(cluster) && blocks.monthly(cluster, false)) {
                tellReleased(cluster);
            }
        }
    }

    /// Messages of this month; empty without a quota, and before the first evaluation.
    public OptionalLong used(UUID cluster) {
        return stateOf(cluster).map(state -> OptionalLong.of(state.used())).orElseGet(OptionalLong::empty);
    }

    /// Messages of this month, with those that requests under way may add.
    public OptionalLong taken(UUID cluster) {
        return stateOf(cluster).map(state -> OptionalLong.of(state.taken())).orElseGet(OptionalLong::empty);
    }

    private Optional<State> stateOf(UUID cluster) {
        return Optional.ofNullable(accounts.get(cluster)).map(MonthlyAccount::state);
    }

    private void flag(UUID cluster, State state) {
        if (!blocks.monthly(cluster, state.isFull())) {
            return;
        }
        if (state.isFull()) {
            LOG.warn(
                    "month_blocked",
                    field("cluster", cluster),
                    field("kind", "monthly"),
                    field("blocked", true),
                    field("used", state.used()),
                    field("quota", state.quota()));
        } else {
            tellReleased(cluster);
        }
    }

    private static void tellReleased(UUID cluster) {
        LOG.info("month_released", field("cluster", cluster), field("kind", "monthly"), field("blocked", false));
    }
}
