package queencell.listener;

import static queencell.log.Field.field;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import queencell.log.EventLog;
import queencell.log.Sampler;

/// How much of the bodies of requests one listener holds at a time, whole or in part (pipeline, 13). Without a bound a
/// few dozen uploads that nobody finishes take the heap from everybody. Thread-safe.
///
/// A holder whose bodies come together gets at most as much as it leaves free: one of them half of the memory, two a
/// third each. A single body of a holder may take all that is left.
final class BodyMemory {
    private static final EventLog LOG = EventLog.of("edge");

    private final String listener;
    private final long bound;
    private final Sampler refusals = Sampler.every(Duration.ofSeconds(30));
    private final Map<Object, Long> holders = new HashMap<>();
    private long held;

    /// @param listener for the log
    /// @param bound bytes
    BodyMemory(String listener, long bound) {
        this.listener = listener;
        this.bound = bound;
    }

    static BodyMemory of(String listener, EdgeSettings edge) {
        return new BodyMemory(listener, edge.bodyMemory(Runtime.getRuntime().maxMemory()));
    }

    synchronized long held() {
        return held;
    }

    /// What one body takes of it; nothing yet.
    ///
    /// @param holder whose body it is
    Share share(Object holder) {
        return new Share(holder);
    }

    final class Share {
        private final Object holder;
        private long mine;
        private boolean over;

        private Share(Object holder) {
            this.holder = holder;
        }

        /// Takes more; false, and nothing is taken, when there is no room for it.
        boolean grow(long bytes) {
            synchronized (BodyMemory.this) {
                long ofHolder = holders.getOrDefault(holder, 0L);
                long free = bound - held - bytes;
                boolean alone = ofHolder == mine;
                if (over || free < 0 || !alone && ofHolder + bytes > free) {
                    return false;
                }
                held += bytes;
                mine += bytes;
                holders.put(holder, ofHolder + bytes);
                return true;
            }
        }

        /// There was no room for this body, and its request is refused.
        void refused() {
            refusals.letThrough()
                    .ifPresent(suppressed -> LOG.warn(
                            "bodies_refused",
                            field("listener", listener),
                            field("held", held()),
                            field("max", bound),
                            field("suppressed", suppressed)));
        }

        /// Gives everything back; takes nothing any more.
        void end() {
            synchronized (BodyMemory.this) {
                over = true;
                held -= mine;
                if (holders.merge(holder, -mine, Long::sum) == 0) {
                    holders.remove(holder);
                }
                mine = 0;
            }
        }
    }
}
