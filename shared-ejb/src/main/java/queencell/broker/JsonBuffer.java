package queencell.broker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Growing UTF-8 bytes into which requests are written. Reused between calls; used by one thread at a time.
///
/// It writes what it is told: commas and brackets are the caller's. Numbers, names and texts are escaped as
/// JSON wants.
public final class JsonBuffer {

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes;
    private int length;

    public JsonBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    /// Bytes of plain ASCII, unchanged: punctuation and names known at compile time.
    public JsonBuffer ascii(String text) {
        int count = text.length();
        room(count);
        for (int i = 0; i < count; i++) {
            bytes[length + i] = (byte) text.charAt(i);
        }
        length += count;
        return this;
    }

    public JsonBuffer raw(byte b) {
        room(1);
        bytes[length++] = b;
        return this;
    }

    /// Splices a JSON text in as it is.
    public JsonBuffer raw(RawJson json) {
        return raw(json.array(), json.offset(), json.length());
    }

    public JsonBuffer raw(byte[] source, int offset, int count) {
        room(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        return this;
    }

    public JsonBuffer number(long value) {
        return ascii(Long.toString(value));
    }

    /// A JSON string, quoted and escaped. A lone surrogate becomes `?`, since UTF-8 has no bytes for it.
    public JsonBuffer string(String text) {
        int count = text.length();
        room(count * 6 + 2);
        bytes[length++] = '"';
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                encoded(text, i);
                break;
            }
            if (c < 0x20 || c == '"' || c == '\\') {
                escape(c);
            } else {
                bytes[length++] = (byte) c;
            }
        }
        bytes[length++] = '"';
        return this;
    }

    private void encoded(String text, int from) {
        byte[] rest = text.substring(from).getBytes(StandardCharsets.UTF_8);
        for (byte b : rest) {
            if ((b >= 0 && b < 0x20) || b == '"' || b == '\\') {
                escape((char) b);
            } else {
                bytes[length++] = b;
            }
        }
    }

    private void escape(char c) {
        bytes[length++] = '\\';
        switch (c) {
            case '"', '\\' -> bytes[length++] = (byte) c;
            case '\n' -> bytes[length++] = 'n';
            case '\r' -> bytes[length++] = 'r';
            case '\t' -> bytes[length++] = 't';
            default -> {
                bytes[length++] = 'u';
                bytes[length++] = '0';
                bytes[length++] = '0';
                bytes[length++] = HEX[c >> 4];
                bytes[length++] = HEX[c & 15];
            }
        }
    }

    public int length() {
        return length;
    }

    /// Forgets what was written behind `length`.
    void cut(int length) {
        this.length = length;
    }

    int capacity() {
        return bytes.length;
    }

    /// The bytes written so far, without a copy: valid until the next write.
    ByteBuffer view() {
        return ByteBuffer.wrap(bytes, 0, length);
    }

    /// A copy of the bytes written so far.
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8)));
        }
    }

    /// Says how much it holds and not what.
    @Override
    public String toString() {
        return "JsonBuffer[" + length + " bytes]";
    }
}
