package queencell.gate.counter;

import java.util.Map;

/// Outcome of a read of counters.
public sealed interface Reading {

    /// @param counters by key; a key that does not exist is absent
    record Read(Map<String, CounterView> counters) implements Reading {
        public Read {
            counters = Map.copyOf(counters);
        }

        public CounterView view(String key) {
            return counters.getOrDefault(key, CounterView.absent(key));
        }
    }

    record Unreadable(String text) implements Reading {}
}
