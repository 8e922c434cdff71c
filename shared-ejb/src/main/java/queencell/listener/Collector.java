package queencell.listener;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/// Gathers the bytes of one body. Memory grows with what has arrived, not with what was announced.
final class Collector {
    private static final byte[] NOTHING = {};
    private static final int FIRST_BYTES = 1024;

    enum Added {
        FITS,
        /// Its bound was passed.
        TOO_LARGE,
        /// The listener holds so much already.
        NO_ROOM
    }

    private final int maxBytes;
    private final int most;
    private final BodyMemory.Share memory;
    private byte[] bytes = NOTHING;
    private int size;
    private long seen;

    /// @param declaredLength or [InboundBody#CHUNKED]
    /// @param memory what the bytes are taken from; ended by whoever ends the request
    Collector(long declaredLength, int maxBytes, BodyMemory.Share memory) {
        this.maxBytes = maxBytes;
        this.most = declaredLength < 0 ? maxBytes : (int) Math.min(declaredLength, maxBytes);
        this.memory = memory;
    }

    /// Adds a copy.
    Added add(ByteBuf piece) {
        int length = piece.readableBytes();
        seen += length;
        if (seen > maxBytes) {
            bytes = NOTHING;
            return Added.TOO_LARGE;
        }
        if (size + length > bytes.length && !grow(size + length)) {
            bytes = NOTHING;
            memory.refused();
            return Added.NO_ROOM;
        }
        piece.readBytes(bytes, size, length);
        size += length;
        return Added.FITS;
    }

    /// To twice the size, so that little is copied often; where that finds no room, to what does.
    private boolean grow(int needed) {
        long wished = Math.min(most, Math.max(FIRST_BYTES, 2L * bytes.length));
        int spare = (int) Math.max(0, wished - needed);
        while (!memory.grow(needed + spare - bytes.length)) {
            if (spare == 0) {
                return false;
            }
            spare /= 2;
        }
        bytes = Arrays.copyOf(bytes, needed + spare);
        return true;
    }

    long seen() {
        return seen;
    }

    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
