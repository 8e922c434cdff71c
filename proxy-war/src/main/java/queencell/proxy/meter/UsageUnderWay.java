package queencell.proxy.meter;

import java.time.YearMonth;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import queencell.proxy.meter.UsageStore.Written;

/// Usage on its way from memory to the database: what the flusher has in hand, what it has laid into the spool, and
/// who listens to what it writes (control plane, 11.4 and 14.1). Thread-safe.
final class UsageUnderWay {
    private final UsageAggregate aggregate;

    /// Held while a batch goes to the database.
    private final ReentrantLock moving = new ReentrantLock();

    /// Guarded by `moving`.
    private final SpooledMessages spooled = new SpooledMessages();

    /// Guarded by `moving`.
    private Optional<WriteWatch> watch = Optional.empty();

    /// The earliest minute of which anything was written, or tried, since the last watch began. Guarded by `moving`.
    private long earliest = Long.MAX_VALUE;

    /// Drained from memory and not safe yet; the stop looks after what a hanging flush holds. Its monitor is held
    /// while lines move here from memory.
    private final Deque<UsageBatch> inHand = new ConcurrentLinkedDeque<>();

    /// @param aggregate where usage is before it is under way
    UsageUnderWay(UsageAggregate aggregate) {
        this.aggregate = aggregate;
    }

    /// Takes the minutes that are over out of memory.
    void takeClosed() {
        take(aggregate::drainClosed);
    }

    /// Takes the open minute as well.
    void takeAll() {
        take(aggregate::drainAll);
    }

    private void take(Supplier<List<UsageLine>> lines) {
        synchronized (inHand) {
            inHand.addAll(UsageBatch.of(lines.get()));
        }
    }

    Optional<UsageBatch> firstInHand() {
        return Optional.ofNullable(inHand.peekFirst());
    }

    List<UsageBatch> allInHand() {
        return List.copyOf(inHand);
    }

    /// It is written or lies in the spool.
    void isSafe(UsageBatch batch) {
        inHand.remove(batch);
    }

    /// Within [#whileNothingMoves], as the next two.
    Written write(UsageBatch batch, Supplier<Written> writing) {
        Optional<WriteWatch> counting = watch;
        counting.ifPresent(open -> open.begins(batch));
        earliest = Math.min(earliest, batch.earliest());
        Written answer = writing.get();
        counting.ifPresent(open -> open.isWritten(batch));
        return answer;
    }

    void isSpooled(UsageBatch batch) {
        spooled.spooled(batch);
    }

    void isRecovered(UsageBatch batch) {
        spooled.written(batch);
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

    /// No batch is on its way between memory, disk and database for anybody else meanwhile. Who only asks something
    /// keeps the flush waiting, and asks nobody else.
    <T> T whileNothingMoves(Supplier<T> deed) {
        moving.lock();
        try {
            return deed.get();
        } finally {
            moving.unlock();
        }
    }

    /// Waits until nothing moves, at most until `end`; then nothing does until [#goOn].
    ///
    /// @param end by `System.nanoTime`
    boolean holdBy(long end) {
        try {
            return moving.tryLock(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void goOn() {
        moving.unlock();
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
}
