package queencell.proxy.forward;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import queencell.listener.BodyReader;
import queencell.listener.FieldLines;
import queencell.listener.InboundBody;
import queencell.listener.InboundHeaders;

/// Reads the head of one answer off a connection to the broker, skipping interim ones (1xx). On the loop.
final class ReplyReader {

    private static final int MAX_HEAD_BYTES = 128 * 1024;
    private static final int MAX_LINE_BYTES = 64 * 1024;
    private static final int MAX_FIELDS = 500;
    /// Longer numbers do not fit a long.
    private static final int MAX_LENGTH_DIGITS = 18;
    private static final int STATUS_LINE_BYTES = "HTTP/1.1 200".length();
    private static final Step MORE = new Step.More();

    sealed interface Step {
        record More() implements Step {}

        record Read(ReplyHead head) implements Step {}

        /// @param reason for the log, without content of the answer
        record Malformed(String reason) implements Step {}
    }

    private final boolean headRequest;
    private FieldLines fields;
    private int status;
    private String reason;
    private boolean http10;
    private int searched;

    /// @param headRequest whether the request was `HEAD`, whose answer has no body whatever it says
    ReplyReader(boolean headRequest) {
        this.headRequest = headRequest;
    }

    Step read(ByteBuf in) {
        while (true) {
            int length = in.readableBytes();
            int lineFeed = in.indexOf(in.readerIndex() + searched, in.readerIndex() + length, (byte) '\n');
            if (lineFeed < 0) {
                searched = length;
                return length > MAX_LINE_BYTES ? malformed("a line of the head is longer than 64 KiB") : MORE;
            }
            searched = 0;
            byte[] line = new byte[lineFeed - in.readerIndex()];
            in.readBytes(line).skipBytes(1);
            int end = line.length - 1;
            if (end < 0 || line[end] != '\r') {
                return malformed("a line of the head ends in a bare line feed");
            }
            Step step = fields == null ? statusLine(line, end) : end == 0 ? headEnds() : field(line, end);
            if (step != MORE) {
                return step;
            }
        }
    }

    private Step statusLine(byte[] line, int length) {
        String text = new String(line, 0, length, StandardCharsets.ISO_8859_1);
        boolean wellFormed = length >= STATUS_LINE_BYTES
                && (text.startsWith("HTTP/1.1 ") || text.startsWith("HTTP/1.0 "))
                && hasOnlyDigits(text, 9, 12)
                && text.charAt(9) >= '1'
                && text.charAt(9) <= '5'
                && (length == STATUS_LINE_BYTES || text.charAt(12) == ' ');
        if (!wellFormed) {
            return malformed("no HTTP/1.1 status line");
        }
        status = Integer.parseInt(text.substring(9, 12));
        reason = length > STATUS_LINE_BYTES ? text.substring(13) : "";
        http10 = text.charAt(7) == '0';
        fields = new FieldLines();
        return MORE;
    }

    private Step field(byte[] line, int length) {
        if (fields.add(line, length) != FieldLines.Problem.NONE) {
            return malformed("a header field that is none");
        }
        return fields.count() > MAX_FIELDS || fields.bytes() > MAX_HEAD_BYTES
                ? malformed("a head of more than %d fields or 128 KiB".formatted(MAX_FIELDS))
                : MORE;
    }

    private Step headEnds() {
        if (status == 101) {
            return malformed("a change of protocols that nobody asked for");
        }
        if (status < 200) {
            fields = null;
            return MORE;
        }
        return framed(fields.headers());
    }

    private Step framed(InboundHeaders headers) {
        List<String> codings = headers.all("Transfer-Encoding");
        List<String> lengths = headers.all("Content-Length");
        if (!codings.isEmpty()
                && (codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked") || !lengths.isEmpty())) {
            return malformed("a body framed in two ways or in an unknown one");
        }
        long declared = -1;
        if (!lengths.isEmpty()) {
            if (lengths.size() > 1 || !isLength(lengths.getFirst())) {
                return malformed("a `Content-Length` that is none");
            }
            declared = Long.parseLong(lengths.getFirst());
        }
        boolean bodiless = headRequest || status == 204 || status == 304;
        long bodyLength = bodiless
                ? 0
                : !codings.isEmpty() ? InboundBody.CHUNKED : declared >= 0 ? declared : BodyReader.UNTIL_CLOSE;
        boolean keepAlive = !http10 && bodyLength != BodyReader.UNTIL_CLOSE && !closes(headers.all("Connection"));
        return new Step.Read(new ReplyHead(status, reason, headers, bodyLength, declared, keepAlive));
    }

    private static boolean isLength(String text) {
        return !text.isEmpty() && text.length() <= MAX_LENGTH_DIGITS && hasOnlyDigits(text, 0, text.length());
    }

    private static boolean hasOnlyDigits(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (text.charAt(at) < '0' || text.charAt(at) > '9') {
                return false;
            }
        }
        return true;
    }

    private static boolean closes(List<String> connection) {
        for (String line : connection) {
            if (line.toLowerCase(Locale.ROOT).contains("close")) {
                return true;
            }
        }
        return false;
    }

    private static Step malformed(String reason) {
        return new Step.Malformed(reason);
    }
}
