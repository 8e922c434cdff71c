package queencell.listener;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/// Takes the framing off one body, of a request or of an answer. Reads from a connection's buffer and hands out
/// slices of it.
public final class BodyReader {

    /// Length of a body that ends with its connection; only answers may have one.
    public static final long UNTIL_CLOSE = -2;

    /// A chunk-size line with its extensions, and a trailer line.
    private static final int MAX_LINE_BYTES = 4_096;
    private static final int MAX_TRAILER_BYTES = 16_384;
    private static final int MAX_SIZE_DIGITS = 15;

    private enum Stage {
        DATA,
        UNTIL_CLOSE,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILER,
        DONE,
        BROKEN
    }

    /// What one call of [#next] brought.
    public sealed interface Piece {
        /// Nothing whole is there.
        record More() implements Piece {}

        /// @param bytes a retained slice
        record Data(ByteBuf bytes) implements Piece {}

        record End() implements Piece {}

        record Malformed() implements Piece {}
    }

    private static final Piece MORE = new Piece.More();
    private static final Piece END = new Piece.End();
    private static final Piece MALFORMED = new Piece.Malformed();

    private Stage stage;
    private long remaining;
    private int trailerBytes;
    private boolean ended;
    private boolean broken;

    /// @param length declared length, [InboundBody#CHUNKED] or [#UNTIL_CLOSE]
    public BodyReader(long length) {
        if (length == InboundBody.CHUNKED) {
            stage = Stage.CHUNK_SIZE;
        } else if (length == UNTIL_CLOSE) {
            stage = Stage.UNTIL_CLOSE;
        } else {
            remaining = length;
            stage = length == 0 ? Stage.DONE : Stage.DATA;
        }
    }

    /// Whether the last byte of the body was read.
    public boolean done() {
        return stage == Stage.DONE;
    }

    /// Nothing more will come than what [#next] is given: that ends a body without a length, and breaks any
    /// other that is not whole by then.
    public void connectionEnded() {
        ended = true;
    }

    /// As [#connectionEnded], by a fault: where a body without a length would have ended nobody knows.
    public void connectionBroke() {
        ended = true;
        broken = true;
    }

    /// Bytes that are still to come, or [InboundBody#CHUNKED] when nobody knows.
    long remaining() {
        return switch (stage) {
            case DONE -> 0;
            case DATA -> remaining;
            default -> InboundBody.CHUNKED;
        };
    }

    public Piece next(ByteBuf in) {
        Piece piece = read(in);
        if (piece != MORE || !ended) {
            return piece;
        }
        stage = stage == Stage.UNTIL_CLOSE && !broken ? Stage.DONE : Stage.BROKEN;
        return stage == Stage.DONE ? END : MALFORMED;
    }

    private Piece read(ByteBuf in) {
        while (true) {
            switch (stage) {
                case DONE -> {
                    return END;
                }
                case BROKEN -> {
                    return MALFORMED;
                }
                case DATA, CHUNK_DATA -> {
                    return data(in);
                }
                case UNTIL_CLOSE -> {
                    return in.isReadable() ? new Piece.Data(in.readRetainedSlice(in.readableBytes())) : MORE;
                }
                default -> {
                    if (!line(in)) {
                        return stage == Stage.BROKEN ? MALFORMED : MORE;
                    }
                }
            }
        }
    }

    private Piece data(ByteBuf in) {
        int length = (int) Math.min(remaining, in.readableBytes());
        if (length == 0) {
            return MORE;
        }
        remaining -= length;
        if (remaining == 0) {
            stage = stage == Stage.DATA ? Stage.DONE : Stage.CHUNK_END;
        }
        return new Piece.Data(in.readRetainedSlice(length));
    }

    /// Reads one line of chunked framing; false when it is not whole or is no HTTP.
    private boolean line(ByteBuf in) {
        int lineFeed = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n');
        int length = lineFeed < 0 ? in.readableBytes() : lineFeed - in.readerIndex();
        if (length > (stage == Stage.CHUNK_END ? 1 : MAX_LINE_BYTES)) {
            return broken(in);
        }
        if (lineFeed < 0) {
            return false;
        }
        byte[] line = new byte[length];
        in.readBytes(line).skipBytes(1);
        if (length == 0 || line[length - 1] != '\r' || !isClean(line, length - 1)) {
            return broken(in);
        }
        return switch (stage) {
            case CHUNK_SIZE -> chunkSize(in, new String(line, 0, length - 1, StandardCharsets.ISO_8859_1));
            case CHUNK_END -> {
                stage = Stage.CHUNK_SIZE;
                yield true;
            }
            default -> trailer(in, line, length - 1);
        };
    }

    private boolean chunkSize(ByteBuf in, String line) {
        int digits = 0;
        long size = 0;
        while (digits < line.length() && Character.digit(line.charAt(digits), 16) >= 0) {
            size = size << 4 | Character.digit(line.charAt(digits), 16);
            if (++digits > MAX_SIZE_DIGITS) {
                return broken(in);
            }
        }
        boolean extended = digits < line.length();
        if (digits == 0 || extended && !line.substring(digits).stripLeading().startsWith(";")) {
            return broken(in);
        }
        remaining = size;
        stage = size == 0 ? Stage.TRAILER : Stage.CHUNK_DATA;
        return true;
    }

    private boolean trailer(ByteBuf in, byte[] line, int length) {
        if (length == 0) {
            stage = Stage.DONE;
            return true;
        }
        trailerBytes += length;
        int at = 0;
        while (at < length && Tokens.isTokenByte(line[at])) {
            at++;
        }
        return trailerBytes <= MAX_TRAILER_BYTES && at > 0 && at < length && line[at] == ':' || broken(in);
    }

    private boolean broken(ByteBuf in) {
        stage = Stage.BROKEN;
        // what follows is no HTTP either
        in.skipBytes(in.readableBytes());
        return false;
    }

    private static boolean isClean(byte[] line, int length) {
        for (int at = 0; at < length; at++) {
            if (Tokens.isControl(line[at])) {
                return false;
            }
        }
        return true;
    }
}
