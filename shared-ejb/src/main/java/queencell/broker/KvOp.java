package queencell.broker;

import java.util.List;

/// One key/value operation (wire, 10.3). The namespace stands on the call.
public sealed interface KvOp {

    /// True for an operation that needs a write token and may be refused by the latch of wire 10.6.
    default boolean writes() {
        return !(this instanceof Get || this instanceof GetMany || this instanceof GetPrefix);
    }

    record Get(String key) implements KvOp {}

    record GetMany(List<String> keys) implements KvOp {
        public GetMany {
            keys = List.copyOf(keys);
        }
    }

    /// @param after the last key of the page before; empty for the first page
    /// @param limit 1 to 1000
    record GetPrefix(String prefix, String after, int limit, boolean keysOnly) implements KvOp {}

    /// Adds `delta` if the result stays between `min` and `max` (wire, 10.4).
    ///
    /// @param min lowest allowed result; [#NO_MIN] for none
    /// @param max highest allowed result; [#NO_MAX] for none
    /// @param expiry counts only when this call creates the key
    /// @param required a refusal aborts the whole call (10.5)
    record Incr(String key, long delta, long min, long max, Expiry expiry, boolean required) implements KvOp {
        public static final long NO_MIN = Long.MIN_VALUE;
        public static final long NO_MAX = Long.MAX_VALUE;

        public static Incr of(String key, long delta, Expiry expiry) {
            return new Incr(key, delta, NO_MIN, NO_MAX, expiry, false);
        }

        public Incr min(long lowest) {
            return new Incr(key, delta, lowest, max, expiry, required);
        }

        public Incr max(long highest) {
            return new Incr(key, delta, min, highest, expiry, required);
        }

        public Incr required(boolean abortsCall) {
            return new Incr(key, delta, min, max, expiry, abortsCall);
        }
    }

    /// Replaces value and expiry.
    ///
    /// @param expect version the key must have; 0 means it must not exist; [#ANY] for no condition
    record Put(String key, RawJson value, Expiry expiry, long expect, boolean required) implements KvOp {
        public static final long ANY = -1;

        public static Put of(String key, RawJson value, Expiry expiry) {
            return new Put(key, value, expiry, ANY, false);
        }

        public Put expect(long version) {
            return new Put(key, value, expiry, version, required);
        }

        public Put required(boolean abortsCall) {
            return new Put(key, value, expiry, expect, abortsCall);
        }
    }

    record PutIfAbsent(String key, RawJson value, Expiry expiry) implements KvOp {}

    /// @param expect as in [Put]
    record Delete(String key, long expect) implements KvOp {
        public static Delete of(String key) {
            return new Delete(key, Put.ANY);
        }
    }
}
