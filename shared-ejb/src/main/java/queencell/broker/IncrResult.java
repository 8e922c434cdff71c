package queencell.broker;

import java.math.BigInteger;
import java.time.OffsetDateTime;
import java.util.Optional;

/// What became of one increment. `expiresAt` is known when the same call read the key with a [KvOp.GetMany]:
/// the broker never puts it on the increment itself (wire, 10.4).
public sealed interface IncrResult extends KvResult {

    String key();

    Optional<OffsetDateTime> expiresAt();

    IncrResult expiring(Optional<OffsetDateTime> at);

    /// @param value what the counter holds now
    record Applied(String key, BigInteger value, long version, Optional<OffsetDateTime> expiresAt)
            implements IncrResult {
        @Override
        public Applied expiring(Optional<OffsetDateTime> at) {
            return new Applied(key, value, version, at);
        }
    }

    /// @param reason `limit`, or `type` when the key holds no number
    /// @param value what the counter holds, unchanged
    record Refused(String key, String reason, BigInteger value, long version, Optional<OffsetDateTime> expiresAt)
            implements IncrResult {
        @Override
        public Refused expiring(Optional<OffsetDateTime> at) {
            return new Refused(key, reason, value, version, at);
        }
    }

    /// The counter holds something that is not an integer, so nothing can be concluded from it.
    ///
    /// @param applied what the broker says about this increment
    record Corrupt(String key, boolean applied, Optional<OffsetDateTime> expiresAt) implements IncrResult {
        @Override
        public Corrupt expiring(Optional<OffsetDateTime> at) {
            return new Corrupt(key, applied, at);
        }
    }
}
