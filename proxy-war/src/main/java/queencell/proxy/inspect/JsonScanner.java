package queencell.proxy.inspect;

import java.nio.ByteBuffer;
import queencell.proxy.inspect.JsonEvents.Scalar;

/// Reads JSON that arrives in pieces, cut anywhere, without waiting for more and without keeping it: one state, one
/// bit for each container that is open, and one short text. Strict as RFC 8259, except that UTF-8 inside texts is
/// not checked. Not thread-safe.
final class JsonScanner {
    private static final int MAX_DEPTH = 4096;

    private enum State {
        VALUE,
        FIRST_ELEMENT,
        FIRST_KEY,
        KEY,
        COLON,
        AFTER_VALUE,
        STRING,
        ESCAPE,
        HEX,
        LITERAL,
        NUMBER,
        FAILED
    }

    private final JsonEvents events;
    private final ScannedText text;
    private final ScannedNumber number = new ScannedNumber();
    private final long[] arrays = new long[MAX_DEPTH / Long.SIZE];

    private State state = State.VALUE;
    private int depth;
    private boolean isKey;
    private boolean keepsText;
    private int hexDigits;
    private int hexUnit;
    private String literal = "";
    private int literalAt;

    /// @param longestText bytes of the longest key or text that the events want to tell apart
    JsonScanner(JsonEvents events, int longestText) {
        this.events = events;
        text = new ScannedText(longestText);
    }

    /// Reads all of the chunk.
    void feed(ByteBuffer chunk) {
        while (chunk.hasRemaining()) {
            if (state == State.STRING) {
                runOfText(chunk);
            } else {
                step(chunk.get());
            }
        }
    }

    /// After the last chunk: whether all of it was exactly one JSON text.
    boolean end() {
        // a number ends only with what follows it
        step((byte) ' ');
        return state == State.AFTER_VALUE && depth == 0;
    }

    /// Payloads are most of an answer, and texts most of a payload: what lies between two bytes that mean
    /// something is taken at once.
    private void runOfText(ByteBuffer chunk) {
        int from = chunk.position();
        int limit = chunk.limit();
        int at = from;
        while (at < limit && isPlain(chunk.get(at))) {
            at++;
        }
        if (keepsText && at > from) {
            text.append(chunk, from, at);
        }
        chunk.position(at);
        if (at < limit) {
            step(chunk.get());
        }
    }

    private static boolean isPlain(byte letter) {
        return letter != '"' && letter != '\\' && (letter < 0 || letter >= ' ');
    }

    private void step(byte next) {
        switch (state) {
            case VALUE -> value(next);
            case FIRST_ELEMENT -> {
                if (next == ']') {
                    close(true);
                } else {
                    value(next);
                }
            }
            case FIRST_KEY -> {
                if (next == '}') {
                    close(false);
                } else {
                    key(next);
                }
            }
            case KEY -> key(next);
            case COLON -> {
                if (!isBlank(next)) {
                    state = next == ':' ? State.VALUE : State.FAILED;
                }
            }
            case AFTER_VALUE -> afterValue(next);
            case STRING -> inText(next);
            case ESCAPE -> escape(next);
            case HEX -> hex(next);
            case LITERAL -> literal(next);
            case NUMBER -> number(next);
            case FAILED -> {}
        }
    }

    private void value(byte next) {
        switch (next) {
            case ' ', '\t', '\n', '\r' -> {}
            case '{' -> open(false);
            case '[' -> open(true);
            case '"' -> startText(false);
            case 't' -> startLiteral("true");
            case 'f' -> startLiteral("false");
            case 'n' -> startLiteral("null");
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                number.start(next);
                state = State.NUMBER;
            }
            default -> state = State.FAILED;
        }
    }

    private void key(byte next) {
        if (next == '"') {
            startText(true);
        } else if (!isBlank(next)) {
            state = State.FAILED;
        }
    }

    private void afterValue(byte next) {
        if (isBlank(next)) {
            return;
        }
        if (depth == 0) {
            state = State.FAILED;
            return;
        }
        switch (next) {
            case ',' -> state = inArray() ? State.VALUE : State.KEY;
            case ']' -> close(true);
            case '}' -> close(false);
            default -> state = State.FAILED;
        }
    }

    private void open(boolean isArray) {
        if (depth == MAX_DEPTH) {
            state = State.FAILED;
            return;
        }
        events.start(depth, isArray);
        long bit = 1L << depth;
        int word = depth / Long.SIZE;
        arrays[word] = isArray ? arrays[word] | bit : arrays[word] & ~bit;
        depth++;
        state = isArray ? State.FIRST_ELEMENT : State.FIRST_KEY;
    }

    private void close(boolean isArray) {
        if (inArray() != isArray) {
            state = State.FAILED;
            return;
        }
        depth--;
        state = State.AFTER_VALUE;
        events.end(depth);
    }

    private boolean inArray() {
        int innermost = depth - 1;
        return (arrays[innermost / Long.SIZE] & 1L << innermost) != 0;
    }

    private void startText(boolean asKey) {
        isKey = asKey;
        keepsText = events.readsTextsAt(depth);
        text.clear();
        state = State.STRING;
    }

    private void inText(byte next) {
        if (next == '"') {
            endText();
        } else if (next == '\\') {
            state = State.ESCAPE;
        } else if (next >= 0 && next < ' ') {
            state = State.FAILED;
        }
    }

    private void endText() {
        text.end();
        if (isKey) {
            state = State.COLON;
            if (keepsText) {
                events.key(depth, text);
            }
        } else {
            state = State.AFTER_VALUE;
            events.scalar(depth, Scalar.TEXT, text, 0);
        }
    }

    private void escape(byte next) {
        switch (next) {
            case '"', '\\', '/' -> escaped((char) next);
            case 'b' -> escaped('\b');
            case 'f' -> escaped('\f');
            case 'n' -> escaped('\n');
            case 'r' -> escaped('\r');
            case 't' -> escaped('\t');
            case 'u' -> {
                hexDigits = 0;
                hexUnit = 0;
                state = State.HEX;
            }
            default -> state = State.FAILED;
        }
    }

    private void hex(byte next) {
        int digit = next < 0 ? -1 : Character.digit(next, 16);
        if (digit < 0) {
            state = State.FAILED;
            return;
        }
        hexUnit = hexUnit << 4 | digit;
        if (++hexDigits == 4) {
            escaped((char) hexUnit);
        }
    }

    private void escaped(char unit) {
        if (keepsText) {
            text.appendUnit(unit);
        }
        state = State.STRING;
    }

    private void startLiteral(String word) {
        literal = word;
        literalAt = 1;
        state = State.LITERAL;
    }

    private void literal(byte next) {
        if (next != literal.charAt(literalAt)) {
            state = State.FAILED;
        } else if (++literalAt == literal.length()) {
            state = State.AFTER_VALUE;
            Scalar kind = switch (literal) {
                case "true" -> Scalar.TRUE;
                case "false" -> Scalar.FALSE;
                default -> Scalar.NULL;
            };
            events.scalar(depth, kind, text, 0);
        }
    }

    private void number(byte next) {
        switch (number.next(next)) {
            case GOES_ON -> {}
            case FAILED -> state = State.FAILED;
            case ENDED -> {
                state = State.AFTER_VALUE;
                Scalar kind = number.isWhole() ? Scalar.WHOLE_NUMBER : Scalar.OTHER_NUMBER;
                events.scalar(depth, kind, text, number.value());
                // what follows a number is not part of it
                step(next);
            }
        }
    }

    private static boolean isBlank(byte next) {
        return next == ' ' || next == '\t' || next == '\n' || next == '\r';
    }
}
