package queencell.web;

import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Which part of a list is asked for: `?limit=` entries that stand behind the one that `?after=` names. Without `limit`
/// the list comes whole, as it always did.
///
/// @param limit 1 to 1000
public record Paging(Optional<Integer> limit, Optional<String> after) {
    private static final int MOST = 1000;

    /// @throws RefusedException 400 `invalid_request` when `limit` is no whole number from 1 to 1000
    public static Paging of(MultivaluedMap<String, String> query) {
        return new Paging(
                Optional.ofNullable(query.getFirst("limit")).map(Paging::parsed),
                Optional.ofNullable(query.getFirst("after"))
                        .filter(text -> !text.isEmpty())
                        .map(Paging::storable));
    }

    /// PostgreSQL takes no zero character, not even to compare with.
    private static String storable(String after) {
        if (after.indexOf('\0') >= 0) {
            throw new RefusedException(
                    400, "invalid_request", "`after` must be what the `Link` of the page before said");
        }
        return after;
    }

    private static int parsed(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MOST) {
                return limit;
            }
        } catch (NumberFormatException noNumber) {
            // told below
        }
        throw new RefusedException(
                400, "invalid_request", "`limit` must be a whole number from 1 to %d".formatted(MOST));
    }

    /// How many rows to read: one more than asked for tells whether there are more.
    public int rowsToRead() {
        return limit.map(count -> count + 1).orElse(Integer.MAX_VALUE);
    }

    /// The answer with this page, and with `Link: <…>; rel="next"` when more follows.
    ///
    /// @param found at most [#rowsToRead] rows
    /// @param path of the list, with the query parameters that belong to it but for these two
    /// @param name what `after` calls an entry
    public <T> Response answer(List<T> found, String path, Function<T, String> name) {
        return answer(found, page -> page, path, name);
    }

    /// The same for a list that stands inside of something.
    ///
    /// @param whole makes the answer of the page
    public <T> Response answer(List<T> found, Function<List<T>, Object> whole, String path, Function<T, String> name) {
        if (limit.isEmpty() || found.size() <= limit.get()) {
            return JsonAnswer.ok(whole.apply(found));
        }
        List<T> page = found.subList(0, limit.get());
        String after = URLEncoder.encode(name.apply(page.getLast()), StandardCharsets.UTF_8);
        String next = "%s%slimit=%d&after=%s".formatted(path, path.contains("?") ? "&" : "?", limit.get(), after);
        return JsonAnswer.of(200, whole.apply(page))
                .header("Link", "<" + next + ">; rel=\"next\"")
                .build();
    }
}
