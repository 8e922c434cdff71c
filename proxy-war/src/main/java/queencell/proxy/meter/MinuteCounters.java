package queencell.proxy.meter;

import java.time.YearMonth;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import queencell.proxy.route.OpClass;

/// What one cluster has used in one minute, all classes in one array: a busy minute of five classes costs hardly more
/// memory than one of a single class. Not thread-safe; the shard's lock guards it.
///
/// Minutes that are over and not drained yet hang on the newer one; a clock that steps makes more of them.
final class MinuteCounters {
    private static final OpClass[] CLASSES = OpClass.values();
    private static final int REQS = 0;
    private static final int MSGS = 1;
    private static final int BYTES_IN = 2;
    private static final int BYTES_OUT = 3;
    private static final int EACH = 4;

    private final long minute;
    private final long[] counts = new long[CLASSES.length * EACH];
    private MinuteCounters next;

    /// @param minute whole minutes since 1970
    /// @param next other minutes of the same cluster, null at the end: a collection would cost more than counters
    MinuteCounters(long minute, MinuteCounters next) {
        this.minute = minute;
        this.next = next;
    }

    /// The counters of that minute, here or further on.
    Optional<MinuteCounters> of(long wanted) {
        MinuteCounters each = this;
        while (each != null && each.minute != wanted) {
            each = each.next;
        }
        return Optional.ofNullable(each);
    }

    void add(OpClass op, Usage used) {
        int at = op.ordinal() * EACH;
        add(at + REQS, used.reqs());
        add(at + MSGS, used.msgs());
        add(at + BYTES_IN, used.bytesIn());
        add(at + BYTES_OUT, used.bytesOut());
    }

    private void add(int at, long more) {
        long sum = counts[at] + more;
        // a broker may declare any length: what wraps around is no usage, and would be refused with its whole batch
        counts[at] = sum < 0 ? Long.MAX_VALUE : sum;
    }

    /// Messages of all classes in that UTC month, the other minutes included.
    long messagesIn(YearMonth month) {
        long messages = 0;
        for (MinuteCounters each = this; each != null; each = each.next) {
            if (SpooledMessages.monthOf(each.minute).equals(month)) {
                messages += each.messages();
            }
        }
        return messages;
    }

    private long messages() {
        long messages = 0;
        for (int at = MSGS; at < counts.length; at += EACH) {
            messages += counts[at];
        }
        return messages;
    }

    /// Hands over every minute before that one.
    ///
    /// @return what stays, null if nothing does
    MinuteCounters drainBefore(long bound, UUID cluster, Consumer<UsageLine> lines) {
        MinuteCounters rest = next == null ? null : next.drainBefore(bound, cluster, lines);
        if (minute < bound) {
            tell(cluster, lines);
            return rest;
        }
        next = rest;
        return this;
    }

    private void tell(UUID cluster, Consumer<UsageLine> lines) {
        for (OpClass op : CLASSES) {
            int at = op.ordinal() * EACH;
            var used = new Usage(counts[at + REQS], counts[at + MSGS], counts[at + BYTES_IN], counts[at + BYTES_OUT]);
            if (!used.equals(Usage.NONE)) {
                lines.accept(new UsageLine(cluster, minute, op, used));
            }
        }
    }
}
