package queencell.proxy.inspect;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Collects items while a body is read. One thread.
///
/// Keeps a few bytes an item, and nothing of an item that is malformed or over the bound on their number: a small body
/// must not become a large heap.
final class PushItemsBuilder {
    private static final int FIRST_CAPACITY = 16;
    private static final int NO_GROUP = -1;

    private final String placePrefix;
    private final String placeSuffix;
    private final long maxItems;
    private final SequencedMap<QueuePartition, Integer> groups = new LinkedHashMap<>();
    private int[] sizes = new int[FIRST_CAPACITY];
    private int[] groupOf = new int[FIRST_CAPACITY];
    private int[] sentAt = new int[FIRST_CAPACITY];
    private QueuePartition last = new QueuePartition("", "");
    private int lastGroup = NO_GROUP;
    private int kept;
    private int count;
    private long payloadBytes;
    private Optional<String> badName = Optional.empty();

    /// A moment to go back to.
    record Mark(int kept, int count, int groups, long payloadBytes, Optional<String> badName) {}

    /// @param placePrefix what stands before an item's index in a text for the client, as `item ` or `push_items[`
    /// @param maxItems above it items are only counted, since the batch cap refuses them
    PushItemsBuilder(String placePrefix, String placeSuffix, long maxItems) {
        this.placePrefix = placePrefix;
        this.placeSuffix = placeSuffix;
        this.maxItems = maxItems;
    }

    /// An item with a destination.
    void add(int sentIndex, String queue, String partition, int bytes) {
        payloadBytes += bytes;
        if (++count > maxItems) {
            return;
        }
        boolean isLikeTheLast = lastGroup != NO_GROUP
                && last.queue().equals(queue)
                && last.partition().equals(partition);
        if (!isLikeTheLast) {
            last = new QueuePartition(queue, partition);
            lastGroup = groupOf(last, sentIndex);
        }
        keep(sentIndex, lastGroup, bytes);
    }

    private int groupOf(QueuePartition named, int sentIndex) {
        Integer known = groups.get(named);
        if (known != null) {
            return known;
        }
        int group = groups.size();
        groups.put(named, group);
        problem(Names.queueProblem(place(sentIndex) + ": queue", named.queue())
                .or(() -> Names.partitionProblem(place(sentIndex) + ": partition", named.partition())));
        return group;
    }

    /// An item the broker cannot store: it counts, and admits nothing (A12). The broker stores none of its neighbours
    /// either, so that nothing will ask for its size.
    void addMalformed() {
        count++;
    }

    /// Notes the first thing that is wrong.
    void problem(Optional<String> text) {
        badName = badName.or(() -> text);
    }

    Mark mark() {
        return new Mark(kept, count, groups.size(), payloadBytes, badName);
    }

    /// Forgets what was added since.
    void backTo(Mark mark) {
        kept = mark.kept;
        count = mark.count;
        payloadBytes = mark.payloadBytes;
        badName = mark.badName;
        if (groups.size() > mark.groups) {
            lastGroup = NO_GROUP;
            // the newest stand last: what stays is not walked through, however often a sender has items forgotten
            while (groups.size() > mark.groups) {
                groups.pollLastEntry();
            }
        }
    }

    PushItems build() {
        return new PushItems(this);
    }

    String placePrefix() {
        return placePrefix;
    }

    String placeSuffix() {
        return placeSuffix;
    }

    int count() {
        return count;
    }

    int destinations() {
        return groups.size();
    }

    int[] sizes() {
        return Arrays.copyOf(sizes, kept);
    }

    int[] groupIndexes() {
        return Arrays.copyOf(groupOf, kept);
    }

    int[] sentIndexes() {
        return Arrays.copyOf(sentAt, kept);
    }

    List<QueuePartition> groups() {
        return List.copyOf(groups.keySet());
    }

    long payloadBytes() {
        return payloadBytes;
    }

    Optional<String> badName() {
        return badName;
    }

    private String place(int sentIndex) {
        return placePrefix + sentIndex + placeSuffix;
    }

    private void keep(int sentIndex, int group, int bytes) {
        if (kept == sizes.length) {
            int larger = kept * 2;
            sizes = Arrays.copyOf(sizes, larger);
            groupOf = Arrays.copyOf(groupOf, larger);
            sentAt = Arrays.copyOf(sentAt, larger);
        }
        sizes[kept] = bytes;
        groupOf[kept] = group;
        sentAt[kept] = sentIndex;
        kept++;
    }
}
