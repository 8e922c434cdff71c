package queencell.proxy.meter;

import java.time.InstantSource;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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

    private record Key(UUID cluster, long minute, OpClass op) {}

    private static final class Shard {
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<Key, Usage> counters = new HashMap<>();
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
        var key = new Key(cluster, openMinute(), op);
        shard.lock.lock();
        try {
            shard.counters.merge(key, used, Usage::plus);
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

    /// Tells how many messages of a cluster stand here for that UTC month, and keeps any from being added until `tell`
    /// has returned.
    void tellMessages(UUID cluster, YearMonth month, LongConsumer tell) {
        Shard shard = shardOf(cluster);
        shard.lock.lock();
        try {
            long messages = 0;
            for (Map.Entry<Key, Usage> entry : shard.counters.entrySet()) {
                Key key = entry.getKey();
                if (key.cluster().equals(cluster)
                        && SpooledMessages.monthOf(key.minute()).equals(month)) {
                    messages += entry.getValue().msgs();
                }
            }
            tell.accept(messages);
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
                drain(shard, minute, lines);
            } finally {
                shard.lock.unlock();
            }
        }
        return lines;
    }

    private static void drain(Shard shard, long minute, List<UsageLine> into) {
        for (Iterator<Map.Entry<Key, Usage>> each = shard.counters.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Key, Usage> entry = each.next();
            Key key = entry.getKey();
            if (key.minute() < minute) {
                into.add(new UsageLine(key.cluster(), key.minute(), key.op(), entry.getValue()));
                each.remove();
            }
        }
    }

    private long openMinute() {
        return Math.floorDiv(clock.millis(), MINUTE_MILLIS);
    }
}
