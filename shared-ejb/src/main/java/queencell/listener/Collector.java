package queencell.listener;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/// Gathers the bytes of one body. Memory grows with what has arrived, not with what was announced.
final class Collector {

    private static final int FIRST_BYTES = 64 * 1024;

    private final int maxBytes;
    private byte[] bytes;
    private int size;
    private long seen;

    /// @param declaredLength or [InboundBody#CHUNKED]
    Collector(long declaredLength, int maxBytes) {
        this.maxBytes = maxBytes;
        this.bytes = new byte[declaredLength < 0 ? 1024 : (int) Math.min(declaredLength, FIRST_BYTES)];
    }

    /// Adds a copy; false when the bound was passed.
    boolean add(ByteBuf piece) {
        int length = piece.readableBytes();
        seen += length;
        if (seen > maxBytes) {
            bytes = new byte[0];
            return false;
        }
        if (size + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.clamp(2L * bytes.length, size + length, maxBytes));
        }
        piece.readBytes(bytes, size, length);
        size += length;
        return true;
    }

    long seen() {
        return seen;
    }

    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
