package queencell.proxy.inspect;

import java.util.Optional;

/// What a transaction holds (pipeline, 7.6, A16, A27; broker wire, 9).
///
/// @param pushes its push operations, each item of them
/// @param pushOperations how many push operations, without items included: any needs produce authority
/// @param acks how many ack operations: any needs consume authority
/// @param kv the operations of the top-level array `kv`
/// @param timers likewise
public record TransactionBody(PushItems pushes, int pushOperations, int acks, BatchBody kv, BatchBody timers) {

    /// @param maxItems the batch cap: items above it are only counted
    public static Reading<TransactionBody> read(byte[] bytes, long maxItems) {
        return JsonBody.read(bytes, body -> new TransactionReader(body, maxItems).read());
    }

    public boolean needsProduceAuthority() {
        return pushOperations > 0;
    }

    public boolean needsConsumeAuthority() {
        return acks > 0;
    }

    /// Needs the plan feature `kv`.
    public boolean usesKv() {
        return kv.operations() > 0;
    }

    /// Needs the plan feature `timers`.
    public boolean usesTimers() {
        return timers.operations() > 0;
    }

    /// Whether a push block refuses it: a push operation, or a rider that may store something.
    public boolean grows() {
        return pushOperations > 0 || kv.grows() || timers.grows();
    }

    /// Why a name or an id in here is refused (A29).
    public Optional<String> badName() {
        return pushes.badName().or(timers::badName);
    }
}
