package queencell.proxy.route;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.IntPredicate;

/// The query of a request target as it arrived, one character per byte, without the `?`.
///
/// Names and values are compared decoded, as the broker reads them (A7): `%77ait=true` is `wait=true`. Edits change
/// one parameter and leave every other byte, order and case alone.
///
/// @param raw empty if the target has no query, or an empty one
public record RawQuery(String raw) {
    public static final RawQuery NONE = new RawQuery("");

    /// The decoded value of the first parameter of this name, with each byte as a character; empty text if it has no
    /// value.
    public Optional<String> first(String name) {
        int at = find(name, 0);
        return at < 0 ? Optional.empty() : Optional.of(valueAt(at));
    }

    /// As [#first], read as UTF-8 the way the broker does, with a replacement character for what is none.
    public Optional<String> firstText(String name) {
        return first(name)
                .map(bytes -> new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
    }

    /// Whether any parameter of this name has exactly this value.
    public boolean has(String name, String value) {
        for (int at = find(name, 0); at >= 0; at = find(name, endOf(at) + 1)) {
            if (valueAt(at).equals(value)) {
                return true;
            }
        }
        return false;
    }

    /// Whether the name stands there more than once.
    public boolean repeats(String name) {
        int at = find(name, 0);
        return at >= 0 && find(name, endOf(at) + 1) >= 0;
    }

    /// With another value for the first parameter of this name, which must exist. The name keeps its spelling.
    RawQuery with(String name, String value) {
        int at = find(name, 0);
        int end = endOf(at);
        return new RawQuery(raw.substring(0, nameEnd(at, end)) + '=' + value + raw.substring(end));
    }

    /// With one more parameter at the end.
    RawQuery plus(String name, String value) {
        String separator = raw.isEmpty() || raw.endsWith("&") ? "" : "&";
        return new RawQuery(raw + separator + name + '=' + value);
    }

    /// Without the parameters of this name that have this value.
    RawQuery without(String name, String value) {
        RawQuery rest = this;
        int at = rest.find(name, 0);
        while (at >= 0) {
            int end = rest.endOf(at);
            if (rest.valueAt(at).equals(value)) {
                rest = rest.cut(at, end);
                at = rest.find(name, at);
            } else {
                at = rest.find(name, end + 1);
            }
        }
        return rest;
    }

    private RawQuery cut(int at, int end) {
        if (end < raw.length()) {
            return new RawQuery(raw.substring(0, at) + raw.substring(end + 1));
        }
        return new RawQuery(raw.substring(0, Math.max(0, at - 1)));
    }

    /// Start of the first parameter of this name at or after `from`, which is the start of a parameter; or -1.
    private int find(String name, int from) {
        int at = from;
        while (at < raw.length()) {
            int end = endOf(at);
            if (isNamed(name, at, nameEnd(at, end))) {
                return at;
            }
            at = end + 1;
        }
        return -1;
    }

    private boolean isNamed(String name, int at, int nameEnd) {
        int in = 0;
        int from = at;
        while (from < nameEnd) {
            int decoded = raw.charAt(from);
            if (Percent.escapes(raw, from, nameEnd)) {
                decoded = Percent.escaped(raw, from);
                from += 3;
            } else {
                from++;
            }
            if (in == name.length() || name.charAt(in++) != decoded) {
                return false;
            }
        }
        return in == name.length();
    }

    private String valueAt(int at) {
        int end = endOf(at);
        int from = Math.min(nameEnd(at, end) + 1, end);
        IntPredicate needsDecoding = letter -> letter == '%' || letter == '+';
        String value = raw.substring(from, end);
        return value.chars().anyMatch(needsDecoding)
                ? new String(Percent.decode(raw, from, end, true), StandardCharsets.ISO_8859_1)
                : value;
    }

    private int endOf(int at) {
        int end = raw.indexOf('&', at);
        return end < 0 ? raw.length() : end;
    }

    private int nameEnd(int at, int end) {
        int equals = raw.indexOf('=', at);
        return equals < 0 || equals > end ? end : equals;
    }
}
