package queencell.listener;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/// A head while it is put together, as the bytes it will be. A character that would break the framing, or that is no
/// Latin-1, becomes `?`. Not thread-safe.
public final class HeadText {
    private static final int USUAL_BYTES = 1024;
    private static final int LETTERS = 256;
    private static final byte[] CLEAN = new byte[LETTERS];

    static {
        for (int letter = 0; letter < LETTERS; letter++) {
            CLEAN[letter] = Tokens.isControl(letter) ? (byte) '?' : (byte) letter;
        }
    }

    private byte[] bytes = new byte[USUAL_BYTES];
    private int length;

    public HeadText text(String text) {
        int letters = text.length();
        byte[] into = roomFor(letters);
        int at = length;
        for (int each = 0; each < letters; each++) {
            char letter = text.charAt(each);
            into[at++] = letter < LETTERS ? CLEAN[letter] : (byte) '?';
        }
        length = at;
        return this;
    }

    /// One field line.
    public HeadText field(String name, String value) {
        text(name);
        byte[] into = roomFor(2);
        into[length++] = ':';
        into[length++] = ' ';
        return text(value).endOfLine();
    }

    public HeadText endOfLine() {
        byte[] into = roomFor(2);
        into[length++] = '\r';
        into[length++] = '\n';
        return this;
    }

    public void writeTo(ByteBuf out) {
        out.writeBytes(bytes, 0, length);
    }

    private byte[] roomFor(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
        return bytes;
    }
}
