package queencell.proxy.inspect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import queencell.json.JsonCursor;
import queencell.json.NestingTooDeepException;
import queencell.json.UsualNames;

/// A walk through a request body that lies in memory as a whole: never a tree, values that are skipped stay bytes.
///
/// Numbers, names and texts may be as long as the body, because the broker stores such, so that they must count (A34);
/// nesting is bounded, because the broker would store it and no transaction could ever relay it. A key
/// that stands twice in an object read here is refused: the broker takes the last one, or refuses (A12). For that the
/// keys of an object are kept while it is read, and so their number is bounded; of what is skipped nothing is kept.
final class JsonBody {
    private static final int MAX_NESTING = 1000;
    private static final int MOST_KEYS = 10_000;
    private static final int LONGEST_NAMED_KEY = 40;
    private static final List<String> DECIDING_WORDS = List.of("timeout", "connection", "econnrefused");

    private static final UsualNames USUAL = new UsualNames(
            "items",
            "queue",
            "partition",
            "payload",
            "transactionId",
            "traceId",
            "operations",
            "type",
            "data",
            "acknowledgments",
            "status",
            "partitionId",
            "consumerGroup",
            "messages",
            "push_items",
            "op",
            "key");
    private static final int PASSED = -1;

    private final JsonCursor json;
    /// Where the value at hand begins, until it was read or skipped.
    private int value;

    /// How one kind of body is read.
    interface Shape<T> {
        /// Called at the first token of the body.
        T read(JsonBody body) throws IOException, RefusedBody, OtherShape;
    }

    /// One key of an object that is being read; a value that is left is skipped.
    interface Field {
        void read(String key) throws IOException, RefusedBody, OtherShape;
    }

    interface Element {
        void read(int index) throws IOException, RefusedBody, OtherShape;
    }

    /// The body is to be refused with this text.
    static final class RefusedBody extends Exception {
        RefusedBody(String text) {
            super(text, null, false, false);
        }
    }

    /// The body is JSON, but nothing the broker takes here either.
    static final class OtherShape extends Exception {
        OtherShape() {
            super("another shape", null, false, false);
        }
    }

    private JsonBody(byte[] bytes) {
        json = new JsonCursor(bytes, MAX_NESTING);
    }

    static <T> Reading<T> read(byte[] bytes, Shape<T> shape) {
        if (!isUtf8(bytes)) {
            return new Reading.Refused<>("the body is not UTF-8: send JSON in UTF-8, this gateway counts it");
        }
        var body = new JsonBody(bytes);
        try {
            body.atValue();
            if (!body.isObject() && !body.isArray()) {
                // what is no JSON at all has no shape either
                JsonCursor whole = new JsonCursor(bytes, MAX_NESTING);
                whole.skip();
                whole.finish();
            }
            T read = shape.read(body);
            body.skip();
            // something behind the end: not one JSON text, and the broker says so
            body.json.finish();
            return new Reading.Readable<>(read);
        } catch (RefusedBody refused) {
            return new Reading.Refused<>(refused.getMessage());
        } catch (NestingTooDeepException tooDeep) {
            return new Reading.Refused<>(
                    "the body is nested deeper than %d levels: send a flatter one".formatted(MAX_NESTING));
        } catch (OtherShape | IOException notForUs) {
            return new Reading.Unreadable<>();
        }
    }

    /// Whether the bytes are one JSON text in UTF-8, and nothing else.
    static boolean isText(byte[] bytes) {
        if (!isUtf8(bytes)) {
            return false;
        }
        var whole = new JsonCursor(bytes, MAX_NESTING);
        try {
            whole.peekValue();
            whole.skip();
            whole.finish();
            return true;
        } catch (IOException broken) {
            return false;
        }
    }

    /// The broker looks at the bytes of those texts alone that it keeps, so that it would store what stands beside a
    /// broken one.
    private static boolean isUtf8(byte[] bytes) {
        int all = 0;
        for (byte each : bytes) {
            all |= each;
        }
        return all >= 0 || isStrictUtf8(bytes);
    }

    private static boolean isStrictUtf8(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        CharBuffer unused = CharBuffer.allocate(4096);
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            result = decoder.decode(rest, unused.clear(), true);
        }
        return !result.isError();
    }

    private void atValue() throws IOException {
        json.peekValue();
        value = json.at();
    }

    private byte first() {
        return json.bytes()[value];
    }

    boolean isObject() {
        return first() == '{';
    }

    boolean isArray() {
        return first() == '[';
    }

    boolean isNull() {
        return first() == 'n';
    }

    boolean isFalse() {
        return first() == 'f';
    }

    boolean isText() {
        return first() == '"';
    }

    boolean isWholeNumber() {
        byte first = first();
        return (first == '-' || first >= '0' && first <= '9') && isWhole();
    }

    private boolean isWhole() {
        byte[] bytes = json.bytes();
        int at = value + 1;
        while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at == bytes.length || bytes[at] != '.' && bytes[at] != 'e' && bytes[at] != 'E';
    }

    /// The text at hand, or a number as it is written. Passes over it.
    String text() throws IOException {
        return textLike("");
    }

    /// The same, without a copy where it is the expected one: the items of a batch mostly name one queue.
    String textLike(String expected) throws IOException {
        if (isText()) {
            return json.string(expected);
        }
        json.skip();
        return new String(json.bytes(), value, json.at() - value, StandardCharsets.UTF_8);
    }

    /// How many bytes of UTF-8 the text at hand has, however long it is. Passes over it.
    int textBytes() throws IOException {
        return json.stringBytes();
    }

    /// @see #fields(Supplier, Field)
    void fields(String place, Field field) throws IOException, RefusedBody, OtherShape {
        fields(() -> place, field);
    }

    /// Reads the object at hand key by key.
    ///
    /// @param place for the text about a key that stands there twice
    void fields(Supplier<String> place, Field field) throws IOException, RefusedBody, OtherShape {
        var keys = new Keys();
        json.beginObject();
        while (json.nextMember()) {
            String key = json.name(USUAL);
            if (keys.count == MOST_KEYS) {
                throw new RefusedBody("%s has more than %d keys: leave out those that the broker does not read"
                        .formatted(place.get(), MOST_KEYS));
            }
            if (!keys.add(key)) {
                throw new RefusedBody("%s: %s stands there twice, and nobody can say which one counts: give it once"
                        .formatted(place.get(), named(key)));
            }
            atValue();
            field.read(key);
            skip();
        }
        value = PASSED;
    }

    /// Reads the array at hand.
    void elements(Element element) throws IOException, RefusedBody, OtherShape {
        int index = 0;
        json.beginArray();
        while (json.nextElement()) {
            atValue();
            element.read(index++);
            skip();
        }
        value = PASSED;
    }

    /// Reads over the value at hand, unless it has been read.
    void skip() throws IOException {
        if (json.at() == value) {
            json.skip();
        }
    }

    /// Reads over the value at hand; the length of its text in bytes, blanks inside included.
    int skippedBytes() throws IOException {
        int from = value;
        json.skip();
        return json.at() - from;
    }

    /// The key as it may stand in a text for the client: consumers of shipped SDKs decide by words in it (A38), and the
    /// key is the sender's choice.
    private static String named(String key) {
        boolean isPlain = key.length() <= LONGEST_NAMED_KEY && key.chars().allMatch(JsonBody::isPlain);
        String lower = key.toLowerCase(Locale.ROOT);
        boolean decides = DECIDING_WORDS.stream().anyMatch(lower::contains);
        return isPlain && !decides ? "key `%s`".formatted(key) : "a key";
    }

    private static boolean isPlain(int letter) {
        return letter == '_' || (letter < 128 && Character.isLetterOrDigit(letter));
    }

    /// The keys of one object. Few, as a rule, so that comparing beats hashing.
    private static final class Keys {
        private static final int FEW = 12;

        private final String[] few = new String[FEW];
        private int count;
        private Set<String> many = Set.of();

        /// Whether the key is new.
        boolean add(String key) {
            if (count < FEW) {
                for (int at = 0; at < count; at++) {
                    if (few[at].equals(key)) {
                        return false;
                    }
                }
                few[count++] = key;
                return true;
            }
            if (many.isEmpty()) {
                many = new HashSet<>(Set.of(few));
            }
            count++;
            return many.add(key);
        }
    }
}
