package queencell.proxy.meter;

import java.time.InstantSource;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.route.OpClass;

/// Usage since the last flush, in 16 shards with a lock each (control plane, 11.3). Any thread may record; a record
/// holds one lock for one addition. Recording and draining exclude each other, so that nothing is added to a counter
/// that was taken away already.
public final class UsageAggregate {
    private static final int SHARDS = 16;
    private static final long MINUTE_MILLIS = 60_000;

    private final InstantSource clock;
    private final MonthlyAccounts months;
    private final Shard[] shards = new Shard[SHARDS];

    private static final class Shard {
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<UUID, MinuteCounters> clusters = new HashMap<>();

        MinuteCounters countersOf(UUID cluster, long minute) {
            MinuteCounters newest = clusters.get(cluster);
            if (newest == null) {
                return begin(cluster, minute, null);
            }
            return newest.of(minute).orElseGet(() -> begin(cluster, minute, newest));
        }

        private MinuteCounters begin(UUID cluster, long minute, MinuteCounters older) {
            var begun = new MinuteCounters(minute, older);
            clusters.put(cluster, begun);
            return begun;
        }

        void drainBefore(long minute, List<UsageLine> into) {
            clusters.replaceAll((cluster, newest) -> newest.drainBefore(minute, cluster, into::add));
            clusters.values().removeIf(Objects::isNull);
        }
    }

    /// @param clock wall clock: minutes are those of UTC
    /// @param months hears of every message at once, so that a quota is met and not passed
    public UsageAggregate(InstantSource clock, MonthlyAccounts months) {
        this.clock = clock;
        this.months = months;
        Arrays.setAll(shards, _ -> new Shard());
    }

    /// Counts under the minute of this moment.
    public void record(UUID cluster, OpClass op, Usage used) {
        Shard shard = shardOf(cluster);
        shard.lock.lock();
        try {
            shard.countersOf(cluster, openMinute()).add(op, used);
            if (used.msgs() > 0) {
                months.used(cluster, used.msgs());
            }
        } finally {
            shard.lock.unlock();
        }
    }

    private Shard shardOf(UUID cluster) {
        return shards[Math.floorMod(cluster.hashCode(), SHARDS)];
    }

    /// Tells how many messages of a cluster stand here for that UTC month, and keeps any from being added until
    /// `tell` has returned.
    void tellMessages(UUID cluster, YearMonth month, LongConsumer tell) {
        Shard shard = shardOf(cluster);
        shard.lock.lock();
        try {
            MinuteCounters counted = shard.clusters.get(cluster);
            tell.accept(counted == null ? 0 : counted.messagesIn(month));
        } finally {
            shard.lock.unlock();
        }
    }

    /// Takes away the minutes that are over; the open one goes on filling.
    public List<UsageLine> drainClosed() {
        return drainBefore(openMinute());
    }

    /// Takes away everything, the open minute included; for the stop.
    public List<UsageLine> drainAll() {
        return drainBefore(Long.MAX_VALUE);
    }

    private List<UsageLine> drainBefore(long minute) {
        List<UsageLine> lines = new ArrayList<>();
        for (Shard shard : shards) {
            shard.lock.lock();
            try {
                shard.drainBefore(minute, lines);
            } finally {
                shard.lock.unlock();
            }
        }
        return lines;
    }

    private long openMinute() {
        return Math.floorDiv(clock.millis(), MINUTE_MILLIS);
    }
}
