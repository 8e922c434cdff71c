package queencell.proxy.registry;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is known of one queue of a cluster. Not thread-safe; [ClusterQueues] guards it.
final class KnownQueue {
    /// In place of a count of reservations.
    static final Integer CONFIRMED = 0;

    /// name → [#CONFIRMED], or how many requests hold it reserved
    final Map<String, Integer> partitions = new HashMap<>();

    int floor;
    boolean confirmed;
    int reservations;
    /// When a request last had something made here, in events of the cluster.
    long confirmedAt;

    /// How many partitions there may be besides those: the count that was loaded says how many, and not which.
    private int unnamed;

    /// How many of `partitions` are confirmed; counted along, because a queue may have 100,000.
    private int made;

    private Optional<Lower> lower = Optional.empty();
    private Optional<LowerThanRow> lowerThanRow = Optional.empty();

    /// A count below what is known here, and since when the broker says so.
    private record Lower(int count, long confirmedAt, long sinceNanos) {}

    /// A count of the broker below the row's, and since when the two stand like this.
    private record LowerThanRow(int row, int listed, long sinceNanos) {}

    /// How many partitions there may be at most: a name that a request brought may be one of the unnamed, or not.
    long most() {
        return (long) partitions.size() + unnamed;
    }

    /// How many there are for certain: a partition that is only reserved may never be made (A40).
    int madeCount() {
        return Math.max(made, floor);
    }

    /// The broker has this partition.
    ///
    /// @return whether that is news
    boolean make(String partition) {
        boolean isNew = !CONFIRMED.equals(partitions.put(partition, CONFIRMED));
        made += isNew ? 1 : 0;
        return isNew;
    }

    boolean namesAreComplete() {
        return unnamed == 0;
    }

    /// Its row counts so many.
    void loaded(int count) {
        confirmed = true;
        floor = count;
        unnamed = Math.max(unnamed, count - made);
    }

    /// These are all that the broker has.
    void seen(Set<String> all) {
        all.forEach(this::make);
        floor = all.size();
        unnamed = 0;
    }

    boolean isMade(String partition) {
        return CONFIRMED.equals(partitions.get(partition));
    }

    /// Whether no request has made it and none is about to.
    boolean isPhantom() {
        return !confirmed && reservations == 0;
    }

    /// Whether a request uses it right now, or had something made after `since`, in events of the cluster.
    boolean isBusySince(long since) {
        return reservations > 0 || confirmedAt > since;
    }

    void releaseOne() {
        reservations = Math.max(0, reservations - 1);
    }

    /// The broker's own count. A higher one holds at once; a lower one only when the broker has said it for
    /// `patienceNanos` and no request made a partition meanwhile.
    void listed(int count, long nowNanos, long patienceNanos) {
        confirmed = true;
        if (count >= madeCount()) {
            floor = count;
            if (count >= made + unnamed) {
                unnamed = count - made;
                lower = Optional.empty();
            } else if (isProven(count, nowNanos, patienceNanos)) {
                // some of the names that requests brought were among the unnamed
                unnamed = count - made;
            }
        } else if (isProven(count, nowNanos, patienceNanos)) {
            floor = count;
            lower = Optional.empty();
            // it was deleted and made again: which of the names are gone is not known
            partitions.values().removeIf(CONFIRMED::equals);
            made = 0;
            unnamed = count;
        }
    }

    /// Whether the row, which another proxy may have written, gives way to what is known here: at once to a higher
    /// count, to a lower one only when row and broker have stood like this for `patienceNanos`.
    ///
    /// @param listed the broker's count in this pass
    boolean outweighs(int row, int listed, long nowNanos, long patienceNanos) {
        if (listed >= row) {
            lowerThanRow = Optional.empty();
            return madeCount() != row;
        }
        Optional<LowerThanRow> same = lowerThanRow.filter(seen -> seen.row == row && seen.listed == listed);
        lowerThanRow = Optional.of(same.orElseGet(() -> new LowerThanRow(row, listed, nowNanos)));
        return madeCount() > row
                || madeCount() < row && same.isPresent() && nowNanos - same.get().sinceNanos >= patienceNanos;
    }

    private boolean isProven(int count, long nowNanos, long patienceNanos) {
        Optional<Lower> same = lower.filter(seen -> seen.count == count && seen.confirmedAt == confirmedAt);
        lower = Optional.of(same.orElseGet(() -> new Lower(count, confirmedAt, nowNanos)));
        return same.isPresent() && nowNanos - same.get().sinceNanos >= patienceNanos;
    }
}
