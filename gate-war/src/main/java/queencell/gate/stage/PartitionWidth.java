package queencell.gate.stage;

import java.time.Duration;

/// How many source partitions one pop may claim (runtime, 3): one, unless the stage has a single worker whose claims
/// are
/// small. Concurrent settles of several workers would meet in the same partitions. Thread-safe.
final class PartitionWidth {
    static final int WIDEST = 16;
    private static final Duration CONTENTION = Duration.ofMillis(100);

    private final boolean mayWiden;
    private final int batch;
    private volatile int width = 1;

    PartitionWidth(long workers, int batch) {
        this.mayWiden = workers == 1;
        this.batch = batch;
    }

    int partitions() {
        return width;
    }

    /// @param partitions how many the claim brought, @param messages how many in all
    void claimed(int partitions, int messages) {
        if (messages >= batch && partitions == 1) {
            width = 1;
        } else if (mayWiden && messages < batch / 2) {
            width = Math.min(WIDEST, width * 2);
        }
    }

    void settled(Duration took) {
        if (took.compareTo(CONTENTION) > 0) {
            width = 1;
        }
    }

    void contended() {
        width = 1;
    }
}
