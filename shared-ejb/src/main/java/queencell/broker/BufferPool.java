package queencell.broker;

import java.util.concurrent.ConcurrentLinkedDeque;

/// Request buffers, last in first out so that a warm one is taken. Any thread.
final class BufferPool {

    private static final int FRESH = 8 * 1024;
    // one huge push must not pin its memory for good
    private static final int LARGEST_KEPT = 1 << 20;

    private final ConcurrentLinkedDeque<JsonBuffer> idle = new ConcurrentLinkedDeque<>();

    JsonBuffer take() {
        JsonBuffer warm = idle.pollFirst();
        return warm == null ? new JsonBuffer(FRESH) : warm;
    }

    void giveBack(JsonBuffer buffer) {
        if (buffer.capacity() <= LARGEST_KEPT) {
            buffer.cut(0);
            idle.addFirst(buffer);
        }
    }
}
