package queencell.proxy.meter;

import static queencell.log.Field.field;

import java.time.Duration;
import java.time.YearMonth;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
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
    private final Optional<UsageStore> store;
    private final Spool spool;
    private final DropLog drops;
    private final SpoolReplay replay;
    private final Duration betweenRecoveries;
    private final CountDownLatch stopping = new CountDownLatch(1);

    /// Held while a batch goes to the database.
    private final ReentrantLock writing = new ReentrantLock();

    /// Guarded by `writing`.
    private final SpooledMessages spooled = new SpooledMessages();

    /// Guarded by `writing`.
    private Optional<WriteWatch> watch = Optional.empty();

    /// The earliest minute of which anything was written, or tried, since the last watch began. Guarded by `writing`.
    private long earliest = Long.MAX_VALUE;

    /// Drained from memory and not safe yet; the stop looks after what a hanging flush holds. Its monitor is held
    /// while lines move here from memory.
    private final Deque<UsageBatch> inHand = new ConcurrentLinkedDeque<>();

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
        synchronized (inHand) {
            inHand.addAll(UsageBatch.of(aggregate.drainClosed()));
        }
        int gone = 0;
        boolean answers = true;
        for (UsageBatch batch = inHand.peekFirst(); batch != null; batch = inHand.peekFirst()) {
            writing.lock();
            try {
                // each further attempt would wait as long as the first, and the next flush waits behind it
                Optional<Written> written = answers ? attempt(batch) : Optional.empty();
                answers = written.isPresent();
                if (answers) {
                    gone += written.get().dropped();
                } else {
                    keep(batch);
                }
                // last: what neither of the two took stays in hand for the next flush, or the stop
                inHand.remove(batch);
            } finally {
                writing.unlock();
            }
        }
        tellGone(gone);
        return answers;
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
        Optional<WriteWatch> counting = watch;
        counting.ifPresent(open -> open.begins(batch));
        earliest = Math.min(earliest, batch.earliest());
        Written answer = store.orElseThrow().write(batch, patience);
        counting.ifPresent(open -> open.isWritten(batch));
        return answer;
    }

    private void writeSpooled(UsageBatch batch) {
        // as in a rest: what lies on the disk already can wait
        writeClosed();
        writing.lock();
        try {
            silent = true;
            tellGone(write(batch, STATEMENT).dropped());
            silent = false;
            spooled.written(batch);
        } finally {
            writing.unlock();
        }
    }

    private void keep(UsageBatch batch) {
        if (spool.keep(batch)) {
            spooled.spooled(batch);
        }
    }

    private void tellGone(int rows) {
        if (rows > 0) {
            drops.count(rows, "cluster_gone");
            LOG.warn("usage_dropped", field("rows", rows), field("reason", "cluster_gone"));
        }
    }

    /// Begins to listen to what goes to the database; until the next call, or [#unwatch].
    WriteWatch watch() {
        return whileNothingMoves(() -> {
            var begun = new WriteWatch(earliest);
            watch = Optional.of(begun);
            earliest = Long.MAX_VALUE;
            return begun;
        });
    }

    void unwatch() {
        whileNothingMoves(() -> watch = Optional.empty());
    }

    /// No batch is on its way between memory, disk and database while `question` is answered; the flush waits, so it
    /// asks nobody else.
    <T> T whileNothingMoves(Supplier<T> question) {
        writing.lock();
        try {
            return question.get();
        } finally {
            writing.unlock();
        }
    }

    /// How many messages of that month this process has counted and the database does not know. `tell` hears it while
    /// nothing of this cluster can be counted. Called within [#whileNothingMoves].
    void tellUnwritten(UUID cluster, YearMonth month, LongConsumer tell) {
        synchronized (inHand) {
            long elsewhere = spooled.of(cluster, month) + messagesInHand(cluster, month);
            aggregate.tellMessages(cluster, month, inMemory -> tell.accept(inMemory + elsewhere));
        }
    }

    private long messagesInHand(UUID cluster, YearMonth month) {
        return inHand.stream()
                .flatMap(batch -> batch.lines().stream())
                .filter(line -> line.cluster().equals(cluster)
                        && SpooledMessages.monthOf(line.minute()).equals(month))
                .mapToLong(line -> line.used().msgs())
                .sum();
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
        synchronized (inHand) {
            inHand.addAll(UsageBatch.of(aggregate.drainAll()));
        }
        boolean quiet = lockedBy(end);
        try {
            boolean answers = quiet;
            for (UsageBatch batch : List.copyOf(inHand)) {
                answers = answers && writtenBy(end, batch);
                if (!answers) {
                    spool.keep(batch);
                }
                inHand.remove(batch);
            }
        } finally {
            if (quiet) {
                writing.unlock();
            }
            spool.close();
        }
    }

    private boolean lockedBy(long end) {
        try {
            return writing.tryLock(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
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
