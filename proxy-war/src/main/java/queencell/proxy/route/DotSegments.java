package queencell.proxy.route;

/// Paths that another hop might turn into a different path than the one that was classified (A4).
public final class DotSegments {
    private static final int NOT_ONLY_DOTS = -1;

    private DotSegments() {}

    /// Whether the path, percent-decoded once, holds a NUL, or a piece between `/`, `\` and `;` that is `.` or `..`.
    ///
    /// @param rawPath without a raw `#`, at which the broker's URI parser would end it: the listener refuses those
    public static boolean in(String rawPath) {
        int dots = 0;
        int at = 0;
        while (at < rawPath.length()) {
            int decoded = rawPath.charAt(at);
            if (Percent.escapes(rawPath, at, rawPath.length())) {
                decoded = Percent.escaped(rawPath, at);
                at += 3;
            } else {
                at++;
            }
            switch (decoded) {
                case 0 -> {
                    return true;
                }
                case '/', '\\', ';' -> {
                    if (isDotPiece(dots)) {
                        return true;
                    }
                    dots = 0;
                }
                case '.' -> dots = dots == NOT_ONLY_DOTS ? NOT_ONLY_DOTS : dots + 1;
                default -> dots = NOT_ONLY_DOTS;
            }
        }
        return isDotPiece(dots);
    }

    private static boolean isDotPiece(int dots) {
        return dots == 1 || dots == 2;
    }
}
