package queencell.proxy.meter;

import static queencell.log.Field.field;

import java.time.Duration;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import queencell.log.EventLog;
import queencell.proxy.meter.UsageStore.Written;
import queencell.proxy.task.Bounded;

/// Carries usage from memory into the database, or onto the disk where the database does not take it (control plane,
/// 11.4 and 11.5). Every batch keeps its id on all its ways, so that it counts once. Thread-safe.
public final class UsageFlusher {
    private static final EventLog LOG = EventLog.of("meter");
    private static final Duration STATEMENT = Duration.ofSeconds(5);
    private static final Duration LEFT_FOR_THE_SPOOL = Duration.ofSeconds(1);
    private static final Duration LEAST_ATTEMPT = Duration.ofMillis(500);
    private static final int PARTS_OF_A_REST = 2;
    /// An outage should not be followed by a recovery with every flush.
    static final Duration BETWEEN_RECOVERIES = Duration.ofSeconds(60);

    private final UsageAggregate aggregate;
    private final UsageUnderWay underWay;
    private final Optional<UsageStore> store;
    private final Spool spool;
    private final DropLog drops;
    private final SpoolReplay replay;
    private final Duration betweenRecoveries;
    private final CountDownLatch stopping = new CountDownLatch(1);

    private long lastRecoveryNanos;
    private boolean recoveredOnce;
    /// Whether the last batch that was tried was not written. Of the flushing thread alone.
    private boolean silent;

    /// @param store empty without a database: usage is counted for nobody then
    /// @param betweenRecoveries least time between two recoveries of the spool
    UsageFlusher(
            UsageAggregate aggregate,
            Optional<UsageStore> store,
            Spool spool,
            SpoolFolder folder,
            DropLog drops,
            Duration betweenRecoveries) {
        this.aggregate = aggregate;
        this.underWay = new UsageUnderWay(aggregate);
        this.store = store;
        this.spool = spool;
        this.drops = drops;
        this.betweenRecoveries = betweenRecoveries;
        this.lastRecoveryNanos = System.nanoTime() - betweenRecoveries.toNanos();
        this.replay = new SpoolReplay(folder, spool, this::writeSpooled, this::rest);
    }

    /// Writes the minutes that are over. First of all, and now and then after a flush that went well, it recovers
    /// the spool.
    ///
    /// @return whether the database took what there was, and nothing is left to write but the open minute
    public boolean flush() {
        if (store.isEmpty()) {
            LOG.debug("usage_discarded", field("rows", aggregate.drainClosed().size()));
            return true;
        }
        boolean recovered = recoveredOnce || recover();
        if (!writeClosed() || silent && !answersAgain()) {
            return false;
        }
        boolean due = System.nanoTime() - lastRecoveryNanos >= betweenRecoveries.toNanos();
        return due ? recover() : recovered;
    }

    /// A flush that had nothing to write says nothing about a database that was silent before, and a recovery in vain
    /// would put off the next one.
    private boolean answersAgain() {
        try {
            rehearse();
            silent = false;
            return true;
        } catch (RuntimeException still) {
            LOG.debug("usage_store_silent", field("fault", still.getMessage()));
            return false;
        }
    }

    /// Writes nothing, as everything will be written: shows at the start that this process may write usage, and loads
    /// the classes that the last flush needs, which cannot be loaded any more when the container stops.
    ///
    /// @throws RuntimeException when the database refuses
    public void rehearse() {
        store.ifPresent(open -> open.write(new UsageBatch(UUID.randomUUID(), List.of()), STATEMENT));
    }

    private boolean recover() {
        spool.release();
        recoveredOnce = true;
        SpoolReplay.Pass pass = replay.run();
        if (pass.total() > 0 && !silent) {
            // a look at an empty folder is none, and one that the database did not answer neither: the usage of an
            // outage comes back with the first flush after it
            lastRecoveryNanos = System.nanoTime();
        }
        return pass.complete();
    }

    /// Minutes that end meanwhile do not wait in memory, where a kill would cost them, for the end of a long recovery.
    private boolean rest(Duration length) {
        long part = length.dividedBy(PARTS_OF_A_REST).toMillis();
        try {
            for (int i = 0; i < PARTS_OF_A_REST; i++) {
                writeClosed();
                if (stopping.await(part, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean writeClosed() {
        underWay.takeClosed();
        int gone = 0;
        boolean answers = true;
        for (var next = underWay.firstInHand(); next.isPresent(); next = underWay.firstInHand()) {
            // each further attempt would wait as long as the first, and the next flush waits behind it
            Optional<Written> written = settle(next.get(), answers);
            answers = written.isPresent();
            gone += written.map(Written::dropped).orElse(0);
        }
        tellGone(gone);
        return answers;
    }

    /// Into the database, or onto the disk where that is not asked or does not take it.
    private Optional<Written> settle(UsageBatch batch, boolean asked) {
        return underWay.whileNothingMoves(() -> {
            Optional<Written> written = asked ? attempt(batch) : Optional.empty();
            if (written.isEmpty() && spool.keep(batch)) {
                underWay.isSpooled(batch);
            }
            // last: what neither of the two took stays in hand for the next flush, or the stop
            underWay.isSafe(batch);
            return written;
        });
    }

    private Optional<Written> attempt(UsageBatch batch) {
        try {
            Written written = write(batch, STATEMENT);
            silent = false;
            return Optional.of(written);
        } catch (RuntimeException | Error refused) {
            silent = true;
            LOG.warn("usage_unwritten", refused, field("rows", batch.lines().size()), field("batch", batch.id()));
            return Optional.empty();
        }
    }

    private Written write(UsageBatch batch, Duration patience) {
        return underWay.write(batch, () -> store.orElseThrow().write(batch, patience));
    }

    private void writeSpooled(UsageBatch batch) {
        // as in a rest: what lies on the disk already can wait
        writeClosed();
        underWay.whileNothingMoves(() -> {
            silent = true;
            Written written = write(batch, STATEMENT);
            tellGone(written.dropped());
            silent = false;
            underWay.isRecovered(batch);
            return written;
        });
    }

    private void tellGone(int rows) {
        if (rows > 0) {
            drops.count(rows, "cluster_gone");
            LOG.warn("usage_dropped", field("rows", rows), field("reason", "cluster_gone"));
        }
    }

    /// Begins to listen to what goes to the database; until the next call, or [#unwatch].
    WriteWatch watch() {
        return underWay.watch();
    }

    void unwatch() {
        underWay.unwatch();
    }

    /// The flush waits while `question` is answered, so it asks nobody else.
    <T> T whileNothingMoves(Supplier<T> question) {
        return underWay.whileNothingMoves(question);
    }

    /// See [UsageUnderWay#tellUnwritten].
    void tellUnwritten(UUID cluster, YearMonth month, LongConsumer tell) {
        underWay.tellUnwritten(cluster, month, tell);
    }

    /// Brings everything to safety, the open minute included, within `budget`: the database gets all of it but a
    /// second, which is left for the disk. The last thing that happens to usage.
    public void drain(Duration budget) {
        stopping.countDown();
        if (store.isEmpty()) {
            return;
        }
        Duration attempt = budget.minus(LEFT_FOR_THE_SPOOL);
        long end = System.nanoTime() + (attempt.compareTo(LEAST_ATTEMPT) < 0 ? LEAST_ATTEMPT : attempt).toNanos();
        underWay.takeAll();
        boolean quiet = underWay.holdBy(end);
        try {
            boolean answers = quiet;
            for (UsageBatch batch : underWay.allInHand()) {
                answers = answers && writtenBy(end, batch);
                if (!answers) {
                    spool.keep(batch);
                }
                underWay.isSafe(batch);
            }
        } finally {
            if (quiet) {
                underWay.goOn();
            }
            spool.close();
        }
    }

    private boolean writtenBy(long end, UsageBatch batch) {
        Duration left = Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
        try {
            return Bounded.run(left, () -> tellGone(write(batch, left).dropped()));
        } catch (RuntimeException refused) {
            LOG.warn("usage_unwritten", refused, field("rows", batch.lines().size()), field("batch", batch.id()));
            return false;
        }
    }
}
