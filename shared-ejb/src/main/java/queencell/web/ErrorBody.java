package queencell.web;

import java.nio.charset.StandardCharsets;

/// The body of every error that we make: `{"error":"<text for people>","code":"<machine code>"}` (pipeline, 12).
public record ErrorBody(String error, String code) {

    /// The JSON text as UTF-8 bytes.
    public byte[] toBytes() {
        return ("{\"error\":" + quoted(error) + ",\"code\":" + quoted(code) + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static String quoted(String value) {
        var text = new StringBuilder(value.length() + 16).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                text.append("\\u%04x".formatted((int) c));
            } else {
                text.append(c);
            }
        }
        return text.append('"').toString();
    }
}
