package queencell.proxy.inspect;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The messages a request wants stored: how many, where to and how large (pipeline, 7.5 to 7.9). Immutable.
///
/// Items are numbered in the order in which the broker answers them.
public final class PushItems {
    public static final PushItems NONE = new PushItemsBuilder("item ", "", 0).build();

    private final int count;
    private final int[] sizes;
    private final int[] groupOf;
    private final int[] sentAt;
    private final List<QueuePartition> groups;
    private final int[] groupCounts;
    private final long[] groupBytes;
    private final long payloadBytes;
    private final String placePrefix;
    private final String placeSuffix;
    private final Optional<String> badName;

    PushItems(PushItemsBuilder builder) {
        count = builder.count();
        sizes = builder.sizes();
        groupOf = builder.groupIndexes();
        sentAt = builder.sentIndexes();
        groups = builder.groups();
        payloadBytes = builder.payloadBytes();
        placePrefix = builder.placePrefix();
        placeSuffix = builder.placeSuffix();
        badName = builder.badName();
        groupCounts = new int[groups.size()];
        groupBytes = new long[groups.size()];
        for (int item = 0; item < groupOf.length; item++) {
            groupCounts[groupOf[item]]++;
            groupBytes[groupOf[item]] += sizes[item];
        }
    }

    /// What the message bucket is charged: items without a usable destination included.
    public int count() {
        return count;
    }

    /// The distinct destinations, first seen first; what is admitted.
    public List<QueuePartition> groups() {
        return groups;
    }

    /// Bytes of raw JSON text of all payloads; what the storage estimate is charged.
    public long payloadBytes() {
        return payloadBytes;
    }

    /// Bytes of raw JSON text of one payload; 0 if the item has none, or is none the broker would answer.
    public int payloadBytesOf(int item) {
        return item < sizes.length ? sizes[item] : 0;
    }

    /// How many items go to [#groups]`.get(group)`.
    public int countOfGroup(int group) {
        return groupCounts[group];
    }

    /// Payload bytes that go to [#groups]`.get(group)`.
    public long payloadBytesOfGroup(int group) {
        return groupBytes[group];
    }

    /// Why a name in here cannot be stored (A29): 400 `invalid_request`, in shadow mode too.
    public Optional<String> badName() {
        return badName;
    }

    /// Why the batch is too large (pipeline, 7.5): 413 `payload_too_large`, in shadow mode too. Asks for the first item
    /// over its cap, then for the number of items.
    ///
    /// @param maxPayloadBytes the plan's `max_payload_bytes`; empty for no cap
    /// @param maxItems the plan's `max_batch_items`, or the proxy's own bound
    public Optional<String> overCap(OptionalLong maxPayloadBytes, long maxItems) {
        return overPayload(maxPayloadBytes, firstOver(maxPayloadBytes)).or(() -> overItems(maxItems));
    }

    /// As [#overCap] for a stream cycle: its heaviest item is named, and no bound holds for their number.
    public Optional<String> heaviestOverCap(OptionalLong maxPayloadBytes) {
        return overPayload(maxPayloadBytes, heaviest());
    }

    private Optional<String> overPayload(OptionalLong cap, int item) {
        return cap.isPresent() && item < sizes.length && sizes[item] > cap.getAsLong()
                ? Optional.of(
                        "%s has a payload of %d bytes, at most %d (max_payload_bytes) are allowed: send a smaller one"
                                .formatted(placePrefix + sentAt[item] + placeSuffix, sizes[item], cap.getAsLong()))
                : Optional.empty();
    }

    private Optional<String> overItems(long maxItems) {
        return count > maxItems
                ? Optional.of("%d items in one request, at most %d (max_batch_items) are allowed: send smaller batches"
                        .formatted(count, maxItems))
                : Optional.empty();
    }

    private int firstOver(OptionalLong cap) {
        int item = 0;
        while (cap.isPresent() && item < sizes.length && sizes[item] <= cap.getAsLong()) {
            item++;
        }
        return item;
    }

    private int heaviest() {
        int heaviest = 0;
        for (int item = 1; item < sizes.length; item++) {
            heaviest = sizes[item] > sizes[heaviest] ? item : heaviest;
        }
        return heaviest;
    }

    @Override
    public String toString() {
        return "PushItems[count=%d, groups=%s, payloadBytes=%d, sizes=%s]"
                .formatted(count, groups, payloadBytes, sizes.length <= 10 ? Arrays.toString(sizes) : "…");
    }
}
