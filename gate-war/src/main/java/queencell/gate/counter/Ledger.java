package queencell.gate.counter;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What each counter of a claim read after the claim's charge: the guard of a later refund (runtime, 7.3).
/// Not thread-safe: one handler owns it.
public final class Ledger {
    private final Map<String, Entry> entries = new HashMap<>();

    /// @param value what the counter held after the charge, or after the last refund of a part of it
    /// @param version of the counter's row at that moment; no other write ever gets the same one
    public record Entry(long value, long version) {}

    public void note(String key, long valueAfterCharge, long version) {
        entries.put(key, new Entry(valueAfterCharge, version));
    }

    /// Empty for a charge whose value nobody reported; it cannot be given back.
    public Optional<Entry> entry(String key) {
        return Optional.ofNullable(entries.get(key));
    }

    /// Nothing of what is left of the charge can be given back any more.
    void forget(String key) {
        entries.remove(key);
    }
}
