package queencell.gate.stage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import queencell.gate.counter.Charge;

/// Sums what messages spend into one charge per counter (runtime, 5). Pure.
final class Spending {
    private final Map<String, Sum> sums = new LinkedHashMap<>();

    private static final class Sum {
        private final Touch first;
        private long delta;
        private boolean overflown;

        private Sum(Touch first) {
            this.first = first;
        }

        private void add(long cost) {
            if (overflown || delta > Long.MAX_VALUE - cost) {
                overflown = true;
                delta = Long.MAX_VALUE;
            } else {
                delta += cost;
            }
        }

        /// A sum that does not fit its type must be refused, not admitted as a wrapped number.
        private Charge charge() {
            long ceiling = overflown ? Math.min(first.ceiling(), Long.MAX_VALUE - 1) : first.ceiling();
            return new Charge(first.key(), delta, ceiling, first.windowSeconds(), first.budgetId(), first.scoped());
        }
    }

    /// One charge per counter, in the order in which the messages touch them.
    static List<Charge> of(Iterable<Item.Work> work) {
        var spending = new Spending();
        work.forEach(spending::add);
        return spending.charges();
    }

    private void add(Item.Work work) {
        for (Touch touch : work.touches()) {
            sums.computeIfAbsent(touch.key(), key -> new Sum(touch)).add(work.cost());
        }
    }

    private List<Charge> charges() {
        var charges = new ArrayList<Charge>(sums.size());
        for (Sum sum : sums.values()) {
            if (sum.delta > 0) {
                charges.add(sum.charge());
            }
        }
        return charges;
    }
}
