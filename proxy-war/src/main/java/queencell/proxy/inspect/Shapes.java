package queencell.proxy.inspect;

import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Refusals of JSON of another shape (A33).
final class Shapes {
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
}
