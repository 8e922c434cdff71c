package queencell.signin;

import java.nio.charset.StandardCharsets;

/// Where a person is sent after signing in (proxy console, 6.4): a path of ours, never another site.
public final class NextTarget {
    public static final String HOME = "/";
    private static final int LONGEST_BYTES = 2048;

    private NextTarget() {}

    /// The target itself if it is safe, else `/`. Asked on the way in and again on the way out.
    ///
    /// A browser drops tabs and line breaks and takes `\` for `/`, so both could hide a second slash.
    public static String of(String next) {
        return isSafe(next) ? next : HOME;
    }

    /// A safe target as the value of a `Location` field: what is not ASCII is percent-encoded, like a browser does.
    public static String location(String safe) {
        var location = new StringBuilder();
        for (byte each : of(safe).getBytes(StandardCharsets.UTF_8)) {
            if (each > ' ' && each < 0x7f) {
                location.append((char) each);
            } else {
                location.append("%%%02X".formatted(each & 0xff));
            }
        }
        return location.toString();
    }

    static boolean isSafe(String next) {
        return next.startsWith("/")
                && !next.startsWith("//")
                && !next.contains("://")
                && next.chars().noneMatch(letter -> letter < ' ' || letter == '\\' || letter == 0x7f)
                && next.getBytes(StandardCharsets.UTF_8).length <= LONGEST_BYTES;
    }
}
