package queencell.listener;

import java.util.HashMap;
import java.util.Map;

/// How much of the bodies of requests one listener holds at a time, whole or in part (pipeline, 13). Without a bound a
/// few dozen uploads that nobody finishes take the heap from everybody. Thread-safe.
///
/// A holder whose bodies come together gets at most as much as it leaves free: one of them half of the memory, two a
/// third each. A single body of a holder may take all that is left.
final class BodyMemory {
    private static final long LEAST = 64L << 20;

    private final long bound;
    private final Map<Object, Long> holders = new HashMap<>();
    private long held;

    /// @param bound bytes; 0 takes a quarter of the heap, and 64 MiB of a small one
    BodyMemory(long bound) {
        this.bound = bound > 0 ? bound : Math.max(LEAST, Runtime.getRuntime().maxMemory() / 4);
    }

    long bound() {
        return bound;
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
