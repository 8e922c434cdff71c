package queencell.proxy.route;

import java.util.List;
import java.util.Optional;

/// Gives every request exactly one [Route] (pipeline, 5.1). Stateless; any thread may call it.
///
/// Total: no bytes make it throw, and what no rule knows is blocked.
public final class Classifier {
    private static final String VERSION_ONE = "/api/v1/";
    private static final Route DOT_SEGMENT = Route.blocked(0);

    /// For paths below `/api/v1/`: the rows that can match at all, by the character that follows. A push tries two
    /// rows instead of four, a read at the end of the table five instead of thirty.
    private static final RouteRow[][] BY_LETTER = new RouteRow[128][];

    private static final RouteRow[] ALL = RouteTable.ROWS.toArray(RouteRow[]::new);

    static {
        for (char letter = 0; letter < BY_LETTER.length; letter++) {
            BY_LETTER[letter] = rowsBelow(VERSION_ONE + letter, RouteTable.ROWS);
        }
    }

    private Classifier() {}

    /// @param method as received; methods are case-sensitive
    /// @param rawPath as received, one character per byte: not decoded, not normalised, without the query
    public static Route classify(String method, String rawPath) {
        if (DotSegments.in(rawPath)) {
            return DOT_SEGMENT;
        }
        for (RouteRow row : candidates(rawPath)) {
            Optional<Route> route = row.judge(method, rawPath);
            if (route.isPresent()) {
                return route.get();
            }
        }
        return RouteTable.UNKNOWN;
    }

    private static RouteRow[] candidates(String rawPath) {
        if (rawPath.length() > VERSION_ONE.length() && rawPath.startsWith(VERSION_ONE)) {
            char letter = rawPath.charAt(VERSION_ONE.length());
            return letter < BY_LETTER.length ? BY_LETTER[letter] : ALL;
        }
        return ALL;
    }

    private static RouteRow[] rowsBelow(String start, List<RouteRow> rows) {
        return rows.stream().filter(row -> row.mayMatchBelow(start)).toArray(RouteRow[]::new);
    }
}
