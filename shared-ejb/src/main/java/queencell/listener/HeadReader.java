package queencell.listener;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/// Reads request heads off a connection, line by line, and refuses whatever two HTTP parsers could read
/// differently.
///
/// One reader serves one connection, on its loop. A byte is looked at once, however small the pieces are.
final class HeadReader {

    private static final int MAX_METHOD_BYTES = 32;
    private static final int MAX_BLANK_LINES = 4;
    private static final Outcome MORE = new Outcome.More();

    sealed interface Outcome {
        /// The head is not whole yet.
        record More() implements Outcome {}

        record Read(RequestHead head) implements Outcome {}

        /// @param headers what is known of the head: all of it where it was whole, else nothing
        record Refused(Refusal refusal, InboundHeaders headers) implements Outcome {}
    }

    private final EdgeSettings edge;
    /// Made when a head begins: between two requests, and while a poll is parked, there is none.
    private FieldLines fields;
    private StartLine start;
    private int blankLines;
    /// Bytes after the reader index that are known to hold no line feed.
    private int searched;

    private record StartLine(String method, String target, boolean http10) {}

    HeadReader(EdgeSettings edge) {
        this.edge = edge;
    }

    /// Whether a line of a head was read already.
    boolean begun() {
        return start != null;
    }

    /// Reads as far as the bytes go. After a refusal the reader is of no more use.
    Outcome read(ByteBuf in) {
        while (true) {
            int length = in.readableBytes();
            int lineFeed = in.indexOf(in.readerIndex() + searched, in.readerIndex() + length, (byte) '\n');
            if (lineFeed < 0) {
                searched = length;
                return unfinished(length);
            }
            searched = 0;
            byte[] line = new byte[lineFeed - in.readerIndex()];
            in.readBytes(line).skipBytes(1);
            Outcome outcome = line(line);
            if (outcome != MORE) {
                return outcome;
            }
        }
    }

    private Outcome unfinished(int length) {
        if (start == null && length > edge.maxUriBytes() + MAX_METHOD_BYTES + " HTTP/1.1 \r".length()) {
            return refused(Refusal.targetTooLong(edge.maxUriBytes()));
        }
        if (length > edge.maxHeaderBytes()) {
            return refused(Refusal.headTooLarge(edge.maxHeaderBytes()));
        }
        return MORE;
    }

    private Outcome line(byte[] line) {
        int length = line.length - 1;
        if (length < 0 || line[length] != '\r') {
            return malformed("a line of the request head ends in a bare line feed: end lines with CR LF");
        }
        if (start == null) {
            return length == 0 ? blankLine() : startLine(line, length);
        }
        return length == 0 ? whole() : field(line, length);
    }

    /// Old clients send an empty line after a body.
    private Outcome blankLine() {
        return ++blankLines > MAX_BLANK_LINES ? malformed("empty lines where a request should begin") : MORE;
    }

    private Outcome startLine(byte[] line, int length) {
        int afterMethod = indexOf(line, ' ', length);
        int beforeVersion = length - "HTTP/1.1".length() - 1;
        if (afterMethod <= 0 || afterMethod > MAX_METHOD_BYTES || !isToken(line, 0, afterMethod)) {
            return malformed("the request line does not begin with a method");
        }
        if (beforeVersion < afterMethod || line[beforeVersion] != ' ' || !isVersion(line, beforeVersion + 1)) {
            return malformed("the request line does not end in an HTTP version");
        }
        if (line[length - 3] != '1' || line[length - 1] != '0' && line[length - 1] != '1') {
            return refused(Refusal.unsupportedVersion());
        }
        int target = afterMethod + 1;
        if (beforeVersion - target > edge.maxUriBytes()) {
            return refused(Refusal.targetTooLong(edge.maxUriBytes()));
        }
        if (beforeVersion <= target || line[target] != '/') {
            return malformed("the request target is not a path: send what follows the host name, from the first `/`");
        }
        for (int at = target; at < beforeVersion; at++) {
            if (line[at] >= 0 && line[at] <= ' ' || line[at] == 0x7f || line[at] == '#') {
                return malformed("the request target holds a blank, a control character or `#`: percent-encode it");
            }
        }
        fields = new FieldLines();
        start = new StartLine(
                latin1(line, 0, afterMethod), latin1(line, target, beforeVersion), line[length - 1] == '0');
        return MORE;
    }

    private Outcome field(byte[] line, int length) {
        FieldLines.Problem problem = fields.add(line, length);
        if (problem != FieldLines.Problem.NONE) {
            return refused(problem.refusal());
        }
        if (fields.count() > edge.maxHeaders()) {
            return refused(Refusal.tooManyFields(edge.maxHeaders()));
        }
        if (fields.lastValueLength() > edge.maxHeaderValueBytes()) {
            return refused(Refusal.fieldTooLong(edge.maxHeaderValueBytes()));
        }
        if (fields.bytes() > edge.maxHeaderBytes()) {
            return refused(Refusal.headTooLarge(edge.maxHeaderBytes()));
        }
        return MORE;
    }

    private Outcome whole() {
        Outcome outcome = HeadRules.check(start.method, start.target, start.http10, fields.headers());
        fields = null;
        start = null;
        blankLines = 0;
        return outcome;
    }

    private static Outcome malformed(String text) {
        return refused(Refusal.malformed(text));
    }

    private static Outcome refused(Refusal refusal) {
        return new Outcome.Refused(refusal, InboundHeaders.NONE);
    }

    private static boolean isVersion(byte[] line, int at) {
        return latin1(line, at, at + 5).equals("HTTP/")
                && isDigit(line[at + 5])
                && line[at + 6] == '.'
                && isDigit(line[at + 7]);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isToken(byte[] line, int from, int to) {
        for (int at = from; at < to; at++) {
            if (!Tokens.isTokenByte(line[at])) {
                return false;
            }
        }
        return true;
    }

    private static int indexOf(byte[] line, char wanted, int to) {
        for (int at = 0; at < to; at++) {
            if (line[at] == wanted) {
                return at;
            }
        }
        return -1;
    }

    private static String latin1(byte[] line, int from, int to) {
        return new String(line, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
