package queencell.broker;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import queencell.json.JsonCursor;
import queencell.json.UnreadableBytesException;

/// A JSON text that is carried but not read: a view on bytes of the answer it came with, or on bytes of the
/// caller.
///
/// Message payloads and key/value values travel as this type, so that numbers stay exact and nothing is
/// parsed twice. The array is shared: whoever changes it changes the value, so nobody does. A view keeps its
/// whole array alive.
///
/// @param array UTF-8 bytes; only `[offset, offset + length)` belongs to this value
public record RawJson(byte[] array, int offset, int length) {

    /// The JSON text `null`.
    public static final RawJson NULL = of("null");

    public RawJson {
        if (offset < 0 || length < 0 || offset > array.length - length) {
            throw new IllegalArgumentException(
                    "bytes %d to %d of an array of %d".formatted(offset, offset + (long) length, array.length));
        }
    }

    /// All of `bytes`, which must be one JSON text in UTF-8 and are not copied.
    public static RawJson of(byte[] bytes) {
        return new RawJson(bytes, 0, bytes.length);
    }

    /// @param json one JSON text
    public static RawJson of(String json) {
        return of(json.getBytes(StandardCharsets.UTF_8));
    }

    /// Passes over the next value; a view on its bytes.
    static RawJson next(JsonCursor json) throws UnreadableBytesException {
        json.peek();
        int from = json.at();
        json.skip();
        return new RawJson(json.bytes(), from, json.at() - from);
    }

    /// A copy of exactly the bytes of this value.
    public byte[] bytes() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /// The JSON text itself. For use, never for a log: it may be somebody's payload.
    public String text() {
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }

    public boolean isNull() {
        return length == 4 && array[offset] == 'n';
    }

    /// True when the value is a JSON object.
    public boolean isObject() {
        return length > 0 && array[offset] == '{';
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawJson that
                && Arrays.equals(array, offset, offset + length, that.array, that.offset, that.offset + that.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    /// Says how long it is and not what it holds.
    @Override
    public String toString() {
        return "RawJson[" + length + " bytes]";
    }
}
