package queencell.proxy.meter;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/// Hears which batches go to the database while somebody counts there what it has, so that no flush has to wait for the
/// count. Thread-safe.
///
/// Whatever is committed before a snapshot was begun before it: the snapshot itself says which of those that were begun
/// it includes, and what begins later it cannot include.
final class WriteWatch {
    private final long earliestBefore;
    private final List<UUID> begun = new CopyOnWriteArrayList<>();
    private final List<UsageBatch> written = new CopyOnWriteArrayList<>();

    /// @param earliestBefore earliest minute that was written, or tried, between the last watch and this one
    WriteWatch(long earliestBefore) {
        this.earliestBefore = earliestBefore;
    }

    /// Whether this process has tried since the last watch to write usage of a UTC day before that one.
    boolean followsUsageBefore(LocalDate day) {
        return earliestBefore < day.toEpochDay() * Duration.ofDays(1).toMinutes();
    }

    void begins(UsageBatch batch) {
        begun.add(batch.id());
    }

    /// The database has said so; what it did not answer is in the spool, or still in hand.
    void isWritten(UsageBatch batch) {
        written.add(batch);
    }

    /// Asked after the snapshot was taken.
    List<UUID> begun() {
        return List.copyOf(begun);
    }

    /// Messages of what was written and is not in the snapshot. Asked while nothing moves.
    ///
    /// @param included what the snapshot says of [#begun]
    SpooledMessages writtenBehind(Set<UUID> included) {
        var messages = new SpooledMessages();
        written.stream().filter(batch -> !included.contains(batch.id())).forEach(messages::spooled);
        return messages;
    }
}
