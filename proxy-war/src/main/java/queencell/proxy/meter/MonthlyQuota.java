package queencell.proxy.meter;

import static queencell.log.Field.field;

import java.math.BigInteger;
import java.time.Duration;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import queencell.log.EventLog;
import queencell.proxy.limit.MonthlyAccounts;

/// Compares the messages of the UTC month with the quotas: announces once a month and level, and blocks pushes
/// (control plane, 14.2; A15). Blocks; one thread at a time.
public final class MonthlyQuota {
    private static final EventLog LOG = EventLog.of("meter");

    private final QuotaTable table;
    private final UsageFlusher flusher;
    private final MonthlyAccounts accounts;
    private final int warnPercent;
    private final Duration wholeEvery;
    private final LongSupplier nanoClock;
    private ClosedDays closed = ClosedDays.NONE;
    private long closedReadNanos;
    private final Map<UUID, Level> announced = new HashMap<>();
    private YearMonth announcedIn = YearMonth.of(1970, 1);

    /// How far into its quota a cluster is, best first.
    enum Level {
        UNDER(Optional.empty()),
        WARN(Optional.of("cluster_monthly_quota_warning")),
        OVER(Optional.of("cluster_monthly_quota_blocked"));

        private final Optional<String> kind;

        Level(Optional<String> kind) {
            this.kind = kind;
        }

        static Level of(long messages, long quota, int warnPercent) {
            if (messages >= quota) {
                return OVER;
            }
            // both products do not fit into 64 bits
            BigInteger hundredfold = BigInteger.valueOf(messages).multiply(BigInteger.valueOf(100));
            BigInteger bar = BigInteger.valueOf(quota).multiply(BigInteger.valueOf(warnPercent));
            return hundredfold.compareTo(bar) >= 0 ? WARN : UNDER;
        }

        /// What the outbox calls it; nothing is announced of a cluster that is under.
        Optional<String> kind() {
            return kind;
        }
    }

    /// @param wholeEvery how often all days of the month are read: usage that another process writes days late is
    /// counted after this time at the latest
    MonthlyQuota(
            QuotaTable table,
            UsageFlusher flusher,
            MonthlyAccounts accounts,
            int warnPercent,
            Duration wholeEvery,
            LongSupplier nanoClock) {
        this.table = table;
        this.flusher = flusher;
        this.accounts = accounts;
        this.warnPercent = warnPercent;
        this.wholeEvery = wholeEvery;
        this.nanoClock = nanoClock;
    }

    /// One evaluation. A database that does not answer leaves every flag as it is: no evidence is no evidence to
    /// release.
    ///
    /// @throws RuntimeException when the database did not answer
    public void evaluate() {
        List<QuotaTable.Month> months = settle();
        accounts.retain(months.stream().map(QuotaTable.Month::cluster).collect(Collectors.toSet()));
        months.forEach(this::announce);
    }

    /// What this process has counted and the database's figures do not include is added to them: what is in memory, in
    /// the spool, and in batches that were written while the database counted.
    private List<QuotaTable.Month> settle() {
        WriteWatch watch = flusher.watch();
        try {
            QuotaTable.Count count = table.count(closedDays(watch), watch::begun);
            closed = count.closed();
            return flusher.whileNothingMoves(() -> {
                SpooledMessages tooLate = watch.writtenBehind(count.included());
                count.months().forEach(each -> settle(each, tooLate.of(each.cluster(), each.month())));
                return count.months();
            });
        } finally {
            flusher.unwatch();
        }
    }

    /// What is known of them, and forgotten here: after a count that fails it is read again. So it is when it is old,
    /// and when this process itself has written usage of such a day.
    private ClosedDays closedDays(WriteWatch watch) {
        long now = nanoClock.getAsLong();
        ClosedDays known = closed;
        closed = ClosedDays.NONE;
        boolean outdated = known == ClosedDays.NONE
                || now - closedReadNanos >= wholeEvery.toNanos()
                || watch.followsUsageBefore(known.before());
        if (outdated) {
            closedReadNanos = now;
            return ClosedDays.NONE;
        }
        return known;
    }

    private void settle(QuotaTable.Month month, long tooLate) {
        flusher.tellUnwritten(
                month.cluster(),
                month.month(),
                unwritten -> accounts.settle(
                        month.cluster(),
                        saturatingSum(month.messages(), saturatingSum(unwritten, tooLate)),
                        month.quota()));
    }

    private static long saturatingSum(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /// By what the database knows, so that every proxy announces the same.
    private void announce(QuotaTable.Month month) {
        if (!month.month().equals(announcedIn)) {
            announced.clear();
            announcedIn = month.month();
        }
        Level level = Level.of(month.messages(), month.quota(), warnPercent);
        if (level == Level.UNDER || announcedLevel(month).compareTo(level) >= 0) {
            return;
        }
        try {
            table.announce(level.kind().orElseThrow(), month);
            announced.put(month.cluster(), level);
        } catch (RuntimeException silent) {
            // the next evaluation announces it
            LOG.warn("quota_unannounced", silent, field("cluster", month.slug()));
        }
    }

    /// Highest level that was announced, also by another process or before a restart.
    private Level announcedLevel(QuotaTable.Month month) {
        Level known = announced.get(month.cluster());
        if (known != null) {
            return known;
        }
        Level highest = Level.UNDER;
        try {
            List<String> kinds = table.announcedKinds(month);
            for (Level level : Level.values()) {
                highest = level.kind().filter(kinds::contains).isPresent() ? level : highest;
            }
        } catch (RuntimeException silent) {
            // a duplicate beats a lost event
            LOG.warn("quota_history_unread", silent, field("cluster", month.slug()));
        }
        announced.put(month.cluster(), highest);
        return highest;
    }
}
