package queencell.gate.stage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a worker holds of one source partition under one lease: classified messages, settled from the front.
/// Not thread-safe: one worker at a time has it.
final class Holding {
    private final Lease lease;
    private final String partitionId;
    private final String partition;
    private final List<Item> items;
    private int settled;
    private Optional<Blockage> blockage = Optional.empty();
    private boolean ended;
    private Duration parked = Duration.ZERO;

    /// @param items in offset order, at least one
    Holding(Lease lease, List<Item> items) {
        this.lease = lease;
        this.items = new ArrayList<>(items);
        this.partitionId = items.getFirst().message().partitionId();
        this.partition = items.getFirst().message().partition();
    }

    Lease lease() {
        return lease;
    }

    String partitionId() {
        return partitionId;
    }

    String partition() {
        return partition;
    }

    boolean done() {
        return settled == items.size();
    }

    /// First message that is not settled.
    Item head() {
        return items.get(settled);
    }

    Optional<Item.Poison> poisonAtHead() {
        return !done() && head() instanceof Item.Poison poison ? Optional.of(poison) : Optional.empty();
    }

    /// What can be settled next: everything before the first poison.
    List<Item> front() {
        int end = settled;
        while (end < items.size() && !(items.get(end) instanceof Item.Poison)) {
            end++;
        }
        return items.subList(settled, end);
    }

    /// The work in [#front()].
    List<Item.Work> work() {
        List<Item> front = front();
        var work = new ArrayList<Item.Work>(front.size());
        for (Item item : front) {
            if (item instanceof Item.Work one) {
                work.add(one);
            }
        }
        return work;
    }

    /// Whether it is the first work of [#front()].
    boolean isNext(Item.Work work) {
        List<Item.Work> all = work();
        return !all.isEmpty() && all.getFirst() == work;
    }

    /// The part of [#front()] that `admitted` work messages settle: messages of other paths before, between and
    /// directly after them are included (runtime, 9.1).
    List<Item> prefix(int admitted) {
        List<Item> front = front();
        int end = 0;
        int left = admitted;
        for (Item item : front) {
            if (item instanceof Item.Work && left-- == 0) {
                break;
            }
            end++;
        }
        return front.subList(0, end);
    }

    /// Turns a message into poison, if it is held here.
    void spoil(Item.Work work, String reason) {
        items.replaceAll(item -> item == work ? new Item.Poison(work.message(), reason) : item);
    }

    void settled(int messages) {
        settled += messages;
    }

    /// What stops the first message; empty when it may be asked for at once.
    Optional<Blockage> blockage() {
        return blockage;
    }

    void blockage(Optional<Blockage> found) {
        blockage = found;
    }

    Duration parked() {
        return parked;
    }

    void parked(Duration more) {
        parked = parked.plus(more);
    }

    /// Nobody works on it any more: settled, given back, or left to its lease.
    boolean ended() {
        return ended;
    }

    void end() {
        if (!ended) {
            ended = true;
            lease.letGo();
        }
    }
}
