package queencell.proxy.inspect;

import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Refusals of JSON of another shape (A33), and of more than is kept of one body (A34).
final class Shapes {
    /// More than any client names, and few enough that bodies read at once do not fill the heap.
    private static final int MOST_DESTINATIONS = 10_000;

    private Shapes() {}

    static void requireObject(JsonBody body, String place) throws RefusedBody {
        if (!body.isObject()) {
            throw new RefusedBody("%s is not a JSON object: send an object with named fields".formatted(place));
        }
    }

    static void requireArray(JsonBody body, String place) throws RefusedBody {
        if (!body.isArray()) {
            throw new RefusedBody("%s is not a JSON array: send an array of objects".formatted(place));
        }
    }

    /// For lists that no batch cap bounds.
    ///
    /// @param distinct destinations so far
    static void requireFew(int distinct, String place) throws RefusedBody {
        if (distinct > MOST_DESTINATIONS) {
            throw new RefusedBody("%s names more than %d destinations: send it in several requests"
                    .formatted(place, MOST_DESTINATIONS));
        }
    }
}
