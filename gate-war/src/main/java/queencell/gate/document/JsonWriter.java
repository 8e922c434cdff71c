package queencell.gate.document;

import java.nio.charset.StandardCharsets;

/// Writes a [Json] as text: one spelling for one value, on every platform.
public final class JsonWriter {

    /// Between members, and between a name and its value.
    private enum Separators {
        COMPACT(",", ":"),
        /// As the broker's store prints a value; what its size limit is measured on.
        SPACED(", ", ": ");

        private final String comma;
        private final String colon;

        Separators(String comma, String colon) {
            this.comma = comma;
            this.colon = colon;
        }
    }

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final StringBuilder out = new StringBuilder(1024);
    private final Separators separators;

    private final int most;

    /// @param most characters after which nothing more is written
    private JsonWriter(Separators separators, int most) {
        this.separators = separators;
        this.most = most;
    }

    /// Without any white space.
    public static String text(Json value) {
        return new JsonWriter(Separators.COMPACT, Integer.MAX_VALUE)
                .write(value)
                .out
                .toString();
    }

    public static byte[] bytes(Json value) {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    /// Length in UTF-8 bytes when printed with `", "` and `": "` (document, 9.4).
    ///
    /// @param most characters up to which it is exact; of a longer text some number above that
    public static int spacedLength(Json value, int most) {
        return new JsonWriter(Separators.SPACED, most)
                .write(value)
                .out
                .toString()
                .getBytes(StandardCharsets.UTF_8)
                .length;
    }

    private JsonWriter write(Json value) {
        if (out.length() > most) {
            return this;
        }
        switch (value) {
            case Json.Obj object -> object(object);
            case Json.Arr array -> array(array);
            case Json.Text text -> quoted(text.value());
            case Json.Num number -> out.append(number.written());
            case Json.Bool flag -> out.append(flag.value());
            case Json.Null nothing -> out.append("null");
        }
        return this;
    }

    private void object(Json.Obj object) {
        out.append('{');
        String separator = "";
        for (Json.Member member : object.members()) {
            out.append(separator);
            quoted(member.name());
            out.append(separators.colon);
            write(member.value());
            separator = separators.comma;
        }
        out.append('}');
    }

    private void array(Json.Arr array) {
        out.append('[');
        String separator = "";
        for (Json element : array.elements()) {
            out.append(separator);
            write(element);
            separator = separators.comma;
        }
        out.append(']');
    }

    private void quoted(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> {
                    if (c < 0x20 || Character.isSurrogate(c) && !paired(text, i)) {
                        escaped(c);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static boolean paired(String text, int at) {
        char c = text.charAt(at);
        return Character.isHighSurrogate(c)
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }

    private void escaped(char c) {
        out.append("\\u")
                .append(HEX[c >> 12])
                .append(HEX[c >> 8 & 0xF])
                .append(HEX[c >> 4 & 0xF])
                .append(HEX[c & 0xF]);
    }
}
