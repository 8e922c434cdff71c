package queencell.gate.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.gate.counter.CounterView;

/// How much of each partition fits what the counters have left (runtime, 6.1). Pure.
///
/// It is a prefix of each partition, never a subset: a later message that would fit is not taken.
///
/// @param admitted per partition, how many work messages fit
/// @param blocked per partition, what stops the next one; empty where everything fits
record Fit(List<Integer> admitted, List<Optional<Blockage>> blocked) {

    Fit {
        admitted = List.copyOf(admitted);
        blocked = List.copyOf(blocked);
    }

    /// Everything.
    static Fit whole(List<List<Item.Work>> partitions) {
        return new Fit(
                partitions.stream().map(List::size).toList(),
                partitions.stream().map(work -> Optional.<Blockage>empty()).toList());
    }

    /// Nothing: the counters changed under every attempt.
    static Fit nothing(List<List<Item.Work>> partitions, Fit asked) {
        var blocked = new ArrayList<Optional<Blockage>>(partitions.size());
        for (int i = 0; i < partitions.size(); i++) {
            List<Item.Work> work = partitions.get(i);
            Optional<Blockage> known = asked.admitted.get(i) == 0 ? asked.blocked.get(i) : Optional.empty();
            blocked.add(
                    work.isEmpty()
                            ? Optional.empty()
                            : known.or(() ->
                                    Optional.of(Blockage.unknown(work.getFirst().cost()))));
        }
        return new Fit(partitions.stream().map(work -> 0).toList(), blocked);
    }

    /// What fits the counters as they were read, at most what was asked for before.
    ///
    /// @param counters by key; one that is not there does not constrain
    static Fit of(List<List<Item.Work>> partitions, Map<String, CounterView> counters, Fit asked) {
        var spent = new HashMap<String, Long>();
        var admitted = new ArrayList<Integer>(partitions.size());
        var blocked = new ArrayList<Optional<Blockage>>(partitions.size());
        for (int i = 0; i < partitions.size(); i++) {
            List<Item.Work> work = partitions.get(i);
            int bound = asked.admitted.get(i);
            int fits = 0;
            Optional<Blockage> stop = asked.blocked.get(i);
            while (fits < bound) {
                Item.Work next = work.get(fits);
                List<Blockage.Full> full = full(next, counters, spent);
                if (!full.isEmpty()) {
                    stop = Optional.of(new Blockage(full, next.cost()));
                    break;
                }
                next.touches().forEach(touch -> spent.merge(touch.key(), next.cost(), Fit::saturated));
                fits++;
            }
            admitted.add(fits);
            blocked.add(stop);
        }
        return new Fit(admitted, blocked);
    }

    private static List<Blockage.Full> full(
            Item.Work work, Map<String, CounterView> counters, Map<String, Long> spent) {
        List<Blockage.Full> full = List.of();
        for (Touch touch : work.touches()) {
            CounterView view = counters.get(touch.key());
            if (view == null) {
                continue;
            }
            long room = view.room(touch.ceiling()) - spent.getOrDefault(touch.key(), 0L);
            if (work.cost() > room) {
                full = full.isEmpty() ? new ArrayList<>() : full;
                full.add(new Blockage.Full(touch, view.expiresAt()));
            }
        }
        return full;
    }

    private static long saturated(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /// The work that fits, partition by partition.
    List<Item.Work> of(List<List<Item.Work>> partitions) {
        var work = new ArrayList<Item.Work>(total());
        for (int i = 0; i < partitions.size(); i++) {
            work.addAll(partitions.get(i).subList(0, admitted.get(i)));
        }
        return work;
    }

    int total() {
        return admitted.stream().mapToInt(Integer::intValue).sum();
    }
}
