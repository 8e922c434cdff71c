package queencell.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// One request as its bytes arrived behind the proxy.
///
/// @param line the request line
/// @param fields header lines in order, as ISO-8859-1: one char a byte
/// @param body without its framing
public record SeenRequest(String line, List<String> fields, byte[] body) {

    public String method() {
        return line.split(" ", 2)[0];
    }

    /// Path and query, one char a byte.
    public String target() {
        return line.substring(line.indexOf(' ') + 1, line.lastIndexOf(' '));
    }

    /// Every value of a field, in order.
    public List<String> all(String name) {
        String begin = name.toLowerCase(Locale.ROOT) + ":";
        return fields.stream()
                .filter(field -> field.toLowerCase(Locale.ROOT).startsWith(begin))
                .map(field -> field.substring(begin.length()).strip())
                .toList();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "%s %s %s".formatted(line, fields, text());
    }
}
