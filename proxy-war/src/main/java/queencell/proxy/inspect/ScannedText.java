package queencell.proxy.inspect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The decoded text of one key or string while it passes by, as far as it is short; reused for the next.
///
/// Holds UTF-8. A longer text than the bound equals nothing, so that it need not be kept.
final class ScannedText {
    private static final int REPLACEMENT = 0xFFFD;

    private final byte[] bytes;
    private int length;
    private boolean overflows;
    private char pendingHigh;

    ScannedText(int capacity) {
        bytes = new byte[capacity];
    }

    void clear() {
        length = 0;
        overflows = false;
        pendingHigh = 0;
    }

    /// Bytes that stood there unescaped.
    void append(ByteBuffer chunk, int from, int to) {
        flushPending();
        int fits = Math.min(to - from, bytes.length - length);
        chunk.get(from, bytes, length, fits);
        length += fits;
        overflows |= fits < to - from;
    }

    /// The code unit of a `\` escape; two make one character when they are a pair.
    void appendUnit(char unit) {
        if (pendingHigh != 0 && Character.isLowSurrogate(unit)) {
            int codePoint = Character.toCodePoint(pendingHigh, unit);
            pendingHigh = 0;
            encode(codePoint);
            return;
        }
        flushPending();
        if (Character.isHighSurrogate(unit)) {
            pendingHigh = unit;
        } else {
            encode(Character.isLowSurrogate(unit) ? REPLACEMENT : unit);
        }
    }

    void end() {
        flushPending();
    }

    /// @param ascii what it is compared with
    boolean is(String ascii) {
        if (overflows || length != ascii.length()) {
            return false;
        }
        for (int at = 0; at < length; at++) {
            if (bytes[at] != ascii.charAt(at)) {
                return false;
            }
        }
        return true;
    }

    /// The text, cut if it is too long; ask [#isWhole] first.
    String asString() {
        return new String(Arrays.copyOf(bytes, length), StandardCharsets.UTF_8);
    }

    boolean isWhole() {
        return !overflows;
    }

    private void flushPending() {
        if (pendingHigh != 0) {
            pendingHigh = 0;
            encode(REPLACEMENT);
        }
    }

    private void encode(int codePoint) {
        if (codePoint < 0x80) {
            put((byte) codePoint);
        } else if (codePoint < 0x800) {
            put((byte) (0xC0 | codePoint >> 6));
            put((byte) (0x80 | codePoint & 0x3F));
        } else if (codePoint < 0x10000) {
            put((byte) (0xE0 | codePoint >> 12));
            put((byte) (0x80 | codePoint >> 6 & 0x3F));
            put((byte) (0x80 | codePoint & 0x3F));
        } else {
            put((byte) (0xF0 | codePoint >> 18));
            put((byte) (0x80 | codePoint >> 12 & 0x3F));
            put((byte) (0x80 | codePoint >> 6 & 0x3F));
            put((byte) (0x80 | codePoint & 0x3F));
        }
    }

    private void put(byte next) {
        if (length < bytes.length) {
            bytes[length++] = next;
        } else {
            overflows = true;
        }
    }
}
