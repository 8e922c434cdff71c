package queencell.gate.counter;

import java.time.Instant;
import java.util.Optional;

/// What a counter held when it was read, without what the reader itself is about to give back.
///
/// @param expiresAt end of its window on the broker's clock; empty for a counter that does not exist, and for a time
///     that cannot be read, which means "ask again now"
public record CounterView(String key, long value, Optional<Instant> expiresAt) {

    public static CounterView absent(String key) {
        return new CounterView(key, 0, Optional.empty());
    }

    /// Units that may still be spent below a ceiling.
    public long room(long ceiling) {
        return value >= ceiling ? 0 : ceiling - Math.max(0, value);
    }

    public boolean takes(long delta, long ceiling) {
        return delta <= room(ceiling);
    }
}
