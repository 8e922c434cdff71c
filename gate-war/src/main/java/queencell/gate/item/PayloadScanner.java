package queencell.gate.item;

/// One pass over a payload: finds the values that are looked for, and what the broker could not relay. Expects JSON, as
/// the broker hands it out; anything else it calls unrelayable, and never throws.
///
/// Of a repeated key the last one counts, as at the broker. Not thread-safe: one scan, one scanner.
final class PayloadScanner {

    private static final int BROKEN = -1;

    private final byte[] json;
    private final int end;
    private final Payload payload;
    private final PathTree stampTree;
    private boolean textEscaped;

    PayloadScanner(byte[] json, int end, Payload payload, PathTree stampTree) {
        this.json = json;
        this.end = end;
        this.payload = payload;
        this.stampTree = stampTree;
    }

    void scan(int from, PathTree tree) {
        int start = JsonBytes.skipSpace(json, from, end);
        int after = start < end && json[start] == '{' ? object(start, tree, 1) : value(start, 0);
        if (after == BROKEN || JsonBytes.skipSpace(json, after, end) != end) {
            payload.notJson();
        }
    }

    /// @param at the opening brace
    /// @param depth levels including this object
    private int object(int at, PathTree tree, int depth) {
        boolean root = depth == 1;
        int comma = at;
        int i = JsonBytes.skipSpace(json, at + 1, end);
        if (i < end && json[i] == '}') {
            if (root) {
                payload.objectFound(at + 1, true);
            }
            return i + 1;
        }
        while (i < end && json[i] == '"') {
            int keyStart = i + 1;
            int keyEnd = text(i);
            boolean escaped = textEscaped;
            int colon = JsonBytes.skipSpace(json, keyEnd + 1, end);
            if (colon >= end || json[colon] != ':') {
                return BROKEN;
            }
            int start = JsonBytes.skipSpace(json, colon + 1, end);
            PathTree child = tree.child(json, keyStart, keyEnd, escaped);
            int after = child == null ? value(start, depth) : wanted(start, child, depth);
            if (after == BROKEN) {
                return BROKEN;
            }
            if (root && child == stampTree && child != null) {
                payload.stampFound(comma, start, after);
            }
            i = JsonBytes.skipSpace(json, after, end);
            if (i < end && json[i] == '}') {
                if (root) {
                    payload.objectFound(at + 1, false);
                }
                return i + 1;
            }
            if (i >= end || json[i] != ',') {
                return BROKEN;
            }
            comma = i;
            i = JsonBytes.skipSpace(json, i + 1, end);
        }
        return BROKEN;
    }

    private int wanted(int at, PathTree tree, int depth) {
        forget(tree);
        boolean descends = at < end && json[at] == '{' && tree.hasChildren() && depth < Payload.MAX_DEPTH;
        int after = descends ? object(at, tree, depth + 1) : value(at, depth);
        if (after != BROKEN && tree.hasSlot()) {
            record(tree.slot(), at, after);
        }
        return after;
    }

    private void forget(PathTree tree) {
        if (tree.hasSlot()) {
            payload.forget(tree.slot());
        }
        for (PathTree child : tree.children()) {
            forget(child);
        }
    }

    private void record(int slot, int at, int after) {
        switch (json[at]) {
            case '"' -> payload.found(slot, Payload.Kind.TEXT, at + 1, after - 1);
            case 't' -> payload.found(slot, Payload.Kind.TRUE, at, after);
            case 'f' -> payload.found(slot, Payload.Kind.FALSE, at, after);
            case '{', '[', 'n' -> payload.found(slot, Payload.Kind.OTHER, at, after);
            default -> payload.found(slot, Payload.Kind.NUMBER, at, after);
        }
    }

    /// Steps over a value.
    ///
    /// @param around levels around it
    private int value(int at, int around) {
        if (at >= end) {
            return BROKEN;
        }
        byte first = json[at];
        if (first == '{' || first == '[') {
            return nested(at, around);
        }
        return plain(at);
    }

    private int plain(int at) {
        byte first = json[at];
        if (first == '"') {
            int close = text(at);
            return close >= end ? BROKEN : close + 1;
        }
        if (first == '-' || first >= '0' && first <= '9') {
            return number(at);
        }
        int after = JsonBytes.endOfWord(json, at, end);
        return after > at ? after : BROKEN;
    }

    /// Without recursion: a payload may be nested as deep as it is long.
    private int nested(int at, int around) {
        int depth = 0;
        int i = at;
        while (i < end) {
            switch (json[i]) {
                // most of what is nested is names and texts, each with one separator behind it
                case '"' -> {
                    i = text(i) + 1;
                    if (i < end && (json[i] == ':' || json[i] == ',')) {
                        i++;
                    }
                }
                case '{', '[' -> {
                    depth++;
                    if (around + depth > Payload.MAX_DEPTH) {
                        payload.cannotBeRelayed("it is nested deeper than " + Payload.MAX_DEPTH + " levels");
                    }
                    i++;
                }
                case '}', ']' -> {
                    depth--;
                    i++;
                    if (depth == 0) {
                        return i;
                    }
                }
                case ',', ':', ' ', '\n', '\r', '\t' -> i++;
                default -> {
                    i = plain(i);
                    if (i == BROKEN) {
                        return BROKEN;
                    }
                }
            }
        }
        return BROKEN;
    }

    private int number(int at) {
        boolean exponent = false;
        int i = at + 1;
        while (i < end) {
            byte next = json[i];
            if (next == 'e' || next == 'E') {
                exponent = true;
            } else if ((next < '0' || next > '9') && next != '.' && next != '-' && next != '+') {
                break;
            }
            i++;
        }
        // the largest double has 309 digits
        if ((exponent || i - at >= 309) && JsonNumber.isInfinite(json, at, i)) {
            payload.cannotBeRelayed("it holds a number outside the range of a 64-bit float");
        }
        return i;
    }

    /// Steps over a text, and says in [#textEscaped] whether it holds any escape.
    ///
    /// @param at the opening quote
    /// @return the closing quote, or `end`
    private int text(int at) {
        int close = JsonBytes.nextQuoteOrBackslash(json, at + 1, end);
        textEscaped = close < end && json[close] != '"';
        return textEscaped ? escapedText(close) : close;
    }

    /// Finds halves of surrogate pairs, which the broker refuses.
    private int escapedText(int firstEscape) {
        int i = firstEscape;
        while (i < end && json[i] != '"') {
            i = i + 1 < end && json[i + 1] == 'u' ? afterUnit(i, end) : i + 2;
            i = JsonBytes.nextQuoteOrBackslash(json, i, end);
        }
        return Math.min(i, end);
    }

    private int afterUnit(int at, int to) {
        int unit = JsonBytes.hex(json, at + 2, to);
        if (unit < 0 || !Character.isSurrogate((char) unit)) {
            return at + 6;
        }
        boolean paired = Character.isHighSurrogate((char) unit)
                && at + 7 < to
                && json[at + 6] == '\\'
                && json[at + 7] == 'u'
                && JsonBytes.hex(json, at + 8, to) >= 0
                && Character.isLowSurrogate((char) JsonBytes.hex(json, at + 8, to));
        if (!paired) {
            payload.cannotBeRelayed("it holds half a surrogate pair");
            return at + 6;
        }
        return at + 12;
    }
}
