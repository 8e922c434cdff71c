package queencell.broker;

/// When a key ends: every write declares it exactly once (wire, 10.2).
///
/// @param ttlSeconds `ttlSeconds`, whole seconds from 1; 0 stands for `forever: true`
public record Expiry(long ttlSeconds) {

    public static final Expiry FOREVER = new Expiry(0);

    public Expiry {
        if (ttlSeconds < 0) {
            throw new IllegalArgumentException("ttlSeconds is %d: at least 1".formatted(ttlSeconds));
        }
    }

    public static Expiry seconds(long ttlSeconds) {
        if (ttlSeconds < 1) {
            throw new IllegalArgumentException(
                    "ttlSeconds is %d: at least 1; the broker knows no shorter time".formatted(ttlSeconds));
        }
        return new Expiry(ttlSeconds);
    }
}
