package queencell.gate.counter;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/// What each counter of a claim read after the claim's charge: the guard of a later refund (runtime, 7.3).
/// Not thread-safe: one handler owns it.
public final class Ledger {
    private final Map<String, Long> values = new HashMap<>();

    public void note(String key, long valueAfterCharge) {
        values.put(key, valueAfterCharge);
    }

    /// Empty for a charge whose value nobody reported; it cannot be given back.
    public OptionalLong value(String key) {
        Long value = values.get(key);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
