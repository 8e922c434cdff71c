package queencell.listener;

import java.util.ArrayList;
import java.util.List;

/// Gathers the field lines of one head, as strict as RFC 9112 allows: no folding, no blank before the colon, no
/// control characters.
public final class FieldLines {

    /// What is wrong with a line.
    public enum Problem {
        NONE(""),
        FOLDED("a header field is folded over two lines: send it on one"),
        BAD_NAME("a header field has no proper name: letters, digits and `-`, then `:` without a blank"),
        BAD_VALUE("the value of a header field holds a control character");

        private final String text;

        Problem(String text) {
            this.text = text;
        }

        Refusal refusal() {
            return Refusal.malformed(text);
        }
    }

    private final List<String> fields = new ArrayList<>(24);
    private int bytes;

    /// Adds a line that lies in the first `length` bytes, without its end.
    public Problem add(byte[] line, int length) {
        if (isBlank(line[0])) {
            return Problem.FOLDED;
        }
        int colon = 0;
        while (colon < length && Tokens.isTokenByte(line[colon])) {
            colon++;
        }
        if (colon == 0 || colon == length || line[colon] != ':') {
            return Problem.BAD_NAME;
        }
        int from = colon + 1;
        int to = length;
        while (from < to && isBlank(line[from])) {
            from++;
        }
        while (to > from && isBlank(line[to - 1])) {
            to--;
        }
        for (int at = from; at < to; at++) {
            if (Tokens.isControl(line[at])) {
                return Problem.BAD_VALUE;
            }
        }
        bytes += colon + to - from;
        fields.add(CommonTexts.NAMES.of(line, 0, colon));
        fields.add(CommonTexts.VALUES.of(line, from, to));
        return Problem.NONE;
    }

    public int count() {
        return fields.size() / 2;
    }

    /// Bytes of all names and values so far.
    public int bytes() {
        return bytes;
    }

    int lastValueLength() {
        return fields.getLast().length();
    }

    public InboundHeaders headers() {
        return InboundHeaders.of(fields);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
