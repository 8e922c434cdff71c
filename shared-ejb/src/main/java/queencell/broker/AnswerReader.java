package queencell.broker;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import queencell.json.UnreadableBytesException;

/// Reads HTTP/1.1 answers from one connection, wherever the bytes are cut. Heads, bodies and chunk lines are
/// bounded.
final class AnswerReader {

    private static final int BUFFER = 16 * 1024;
    private static final int LONGEST_HEAD = 64 * 1024;
    private static final int LONGEST_CHUNK_LINE = 4 * 1024;

    /// As `InputStream.read`.
    interface Source {
        int read(byte[] bytes, int offset, int length) throws IOException;
    }

    private final Source source;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private int headLeft;
    private boolean began;
    private long firstByteNanos;

    // what the head said
    private int status;
    private long length;
    private boolean chunked;
    private boolean close;
    private String contentType;
    private String retryAfter;
    private String date;

    AnswerReader(Source source) {
        this.source = source;
    }

    /// True when a byte of the answer was read.
    boolean began() {
        return began;
    }

    /// @param longest most bytes of body
    RawAnswer read(int longest) throws IOException {
        began = from < to;
        do {
            head();
            // 1xx are announcements in front of the answer
        } while (status < 200);
        byte[] body = body(longest);
        return new RawAnswer(status, contentType, retryAfter, date, body, !close && from == to, firstByteNanos);
    }

    private byte[] body(int longest) throws IOException {
        if (status == 204 || status == 304) {
            return new byte[0];
        }
        if (chunked) {
            return chunks(longest);
        }
        if (length >= 0) {
            if (length > longest) {
                throw tooLong(longest);
            }
            var body = new byte[(int) length];
            fill(body, 0, body.length);
            return body;
        }
        close = true;
        return untilClose(longest);
    }

    private void head() throws IOException {
        headLeft = LONGEST_HEAD;
        length = -1;
        chunked = false;
        contentType = "";
        retryAfter = "";
        date = "";
        statusLine(line());
        for (String field = line(); !field.isEmpty(); field = line()) {
            field(field);
        }
    }

    private void statusLine(String line) throws UnreadableBytesException {
        boolean http11 = line.startsWith("HTTP/1.1 ");
        if ((!http11 && !line.startsWith("HTTP/1.0 ")) || line.length() < 12) {
            throw new UnreadableBytesException("the answer is no HTTP/1.1");
        }
        close = !http11;
        status = 0;
        for (int i = 9; i < 12; i++) {
            int digit = line.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                throw new UnreadableBytesException("the answer has no status");
            }
            status = status * 10 + digit;
        }
        if (status < 100 || status == 101) {
            throw new UnreadableBytesException("the answer has status %d".formatted(status));
        }
    }

    private void field(String line) throws UnreadableBytesException {
        int colon = line.indexOf(':');
        if (colon <= 0) {
            throw new UnreadableBytesException("the answer has a header line without a name");
        }
        // names of other lengths are none of ours, and most answers have four fields
        switch (colon) {
            case 4 -> date = is(line, "date", date);
            case 10 -> connection(is(line, "connection", ""));
            case 11 -> retryAfter = is(line, "retry-after", retryAfter);
            case 12 -> contentType = is(line, "content-type", contentType).toLowerCase(Locale.ROOT);
            case 14 -> contentLength(is(line, "content-length", ""));
            case 17 -> transferEncoding(is(line, "transfer-encoding", ""));
            default -> {}
        }
    }

    private static String is(String line, String name, String otherwise) {
        return line.regionMatches(true, 0, name, 0, name.length())
                ? line.substring(name.length() + 1).strip()
                : otherwise;
    }

    private void connection(String value) {
        close |= value.toLowerCase(Locale.ROOT).contains("close");
    }

    private void contentLength(String value) throws UnreadableBytesException {
        if (value.isEmpty()) {
            return;
        }
        long said = number(value, 10);
        if (length >= 0 && length != said) {
            throw new UnreadableBytesException("the answer has two lengths");
        }
        length = said;
    }

    private void transferEncoding(String value) throws UnreadableBytesException {
        if (value.isEmpty()) {
            return;
        }
        if (!value.equalsIgnoreCase("chunked")) {
            throw new UnreadableBytesException("the answer has a transfer encoding that is not `chunked`");
        }
        chunked = true;
    }

    private byte[] chunks(int longest) throws IOException {
        var body = new byte[BUFFER];
        int count = 0;
        while (true) {
            headLeft = LONGEST_CHUNK_LINE;
            String line = line();
            int extension = line.indexOf(';');
            long size = number((extension < 0 ? line : line.substring(0, extension)).strip(), 16);
            if (size == 0) {
                break;
            }
            if (size > longest - count) {
                throw tooLong(longest);
            }
            if (size > body.length - count) {
                body = Arrays.copyOf(body, (int) Math.min(longest, Math.max(body.length * 2L, count + size)));
            }
            fill(body, count, (int) size);
            count += (int) size;
            if (!line().isEmpty()) {
                throw new UnreadableBytesException("the answer has a chunk of another length than announced");
            }
        }
        headLeft = LONGEST_HEAD;
        while (!line().isEmpty()) {
            // trailers say nothing that we ask for
            continue;
        }
        return Arrays.copyOf(body, count);
    }

    private byte[] untilClose(int longest) throws IOException {
        var body = new byte[BUFFER];
        int count = 0;
        while (more()) {
            int some = Math.min(to - from, body.length - count);
            System.arraycopy(buffer, from, body, count, some);
            from += some;
            count += some;
            if (count > longest) {
                throw tooLong(longest);
            }
            if (count == body.length) {
                body = Arrays.copyOf(body, body.length * 2);
            }
        }
        return Arrays.copyOf(body, count);
    }

    private static long number(String text, int radix) throws UnreadableBytesException {
        // 15 digits fit a long in either radix
        if (text.isEmpty() || text.length() > 15) {
            throw new UnreadableBytesException("the answer has a length that is no number");
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), radix) : -1;
            if (digit < 0) {
                throw new UnreadableBytesException("the answer has a length that is no number");
            }
            value = value * radix + digit;
        }
        return value;
    }

    /// One line without its end; `\n` alone ends one as well.
    private String line() throws IOException {
        var cut = new StringBuilder(0);
        while (true) {
            if (!more()) {
                throw new EOFException("the connection was closed inside an answer");
            }
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            headLeft -= end - from;
            if (headLeft < 0) {
                throw new UnreadableBytesException("the answer's head or chunk line is too long");
            }
            String part = new String(buffer, from, end - from, StandardCharsets.ISO_8859_1);
            boolean whole = end < to;
            from = whole ? end + 1 : end;
            if (!whole) {
                cut.append(part);
                continue;
            }
            String line = cut.isEmpty() ? part : cut.append(part).toString();
            return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        }
    }

    private void fill(byte[] body, int offset, int count) throws IOException {
        int buffered = Math.min(count, to - from);
        System.arraycopy(buffer, from, body, offset, buffered);
        from += buffered;
        int at = buffered;
        while (at < count) {
            int read = source.read(body, offset + at, count - at);
            if (read < 0) {
                throw new EOFException("the connection was closed inside an answer");
            }
            at += read;
        }
    }

    /// True when there is a byte in the buffer.
    private boolean more() throws IOException {
        while (from == to) {
            int read = source.read(buffer, 0, buffer.length);
            if (read < 0) {
                return false;
            }
            from = 0;
            to = read;
        }
        if (!began || firstByteNanos == 0) {
            firstByteNanos = System.nanoTime();
        }
        began = true;
        return true;
    }

    private static UnreadableBytesException tooLong(int longest) {
        return new UnreadableBytesException("the answer has more than %d bytes of body".formatted(longest));
    }
}
