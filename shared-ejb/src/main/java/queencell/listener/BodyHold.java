package queencell.listener;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// What the body of one request holds of its listener's memory (pipeline, 13): until the request is over, and until
/// everybody is done who still works on the bytes then. On the loop, but for [#keep].
final class BodyHold {
    /// The request itself is one.
    private final AtomicInteger users = new AtomicInteger(1);
    private Optional<BodyMemory.Share> share = Optional.empty();
    private boolean over;

    /// Whether nobody waits for the body any more.
    boolean over() {
        return over;
    }

    BodyMemory.Share take(BodyMemory memory, Object holder) {
        BodyMemory.Share taken = memory.share(holder);
        share = Optional.of(taken);
        return taken;
    }

    /// Thread-safe, as what it returns is.
    ///
    /// @see InboundBody#keep()
    Runnable keep() {
        users.incrementAndGet();
        return this::left;
    }

    /// The request is over.
    void end() {
        if (!over) {
            over = true;
            left();
        }
    }

    private void left() {
        if (users.decrementAndGet() == 0) {
            share.ifPresent(BodyMemory.Share::end);
        }
    }
}
