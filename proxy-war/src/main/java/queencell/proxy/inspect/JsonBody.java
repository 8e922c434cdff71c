package queencell.proxy.inspect;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
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

/// A walk through a request body that lies in memory as a whole: never a tree, values that are skipped stay bytes.
///
/// The reader's own limits are lifted, because the broker stores longer numbers, names and texts, so that they must
/// count (A34); nesting is bounded, because the broker would store it and no transaction could ever relay it. A key
/// that stands twice in an object read here is refused: the broker takes the last one, or refuses (A12). For that the
/// keys of an object are kept while it is read, and so their number is bounded; of what is skipped nothing is kept.
final class JsonBody implements AutoCloseable {
    private static final int MAX_NESTING = 1000;
    private static final int MOST_KEYS = 10_000;
    private static final int LONGEST_NAMED_KEY = 40;
    private static final List<String> DECIDING_WORDS = List.of("timeout", "connection", "econnrefused");

    private static final NameTables TABLES = new NameTables(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            // names are the sender's choice: they may not end the reading by colliding
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build());

    private final JsonParser parser;

    /// How one kind of body is read.
    interface Shape<T> {
        /// Called at the first token of the body, which must be read to its end.
        T read(JsonBody body) throws IOException, RefusedBody, OtherShape;
    }

    /// One key of an object that is being read; the value must be read or skipped.
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

    private JsonBody(JsonParser parser) {
        this.parser = parser;
    }

    static <T> Reading<T> read(byte[] bytes, Shape<T> shape) {
        // the reader would guess the encoding; the broker reads UTF-8 without a mark
        if (isOfOtherEncoding(bytes)) {
            return noJson(bytes);
        }
        try (var body = new JsonBody(TABLES.forBody(bytes.length).createParser(bytes))) {
            if (body.parser.nextToken() == null) {
                return new Reading.Unreadable<>();
            }
            T read = shape.read(body);
            // something behind the end: not one JSON text, and the broker says so
            return body.parser.nextToken() == null ? new Reading.Readable<>(read) : new Reading.Unreadable<>();
        } catch (RefusedBody refused) {
            return new Reading.Refused<>(refused.getMessage());
        } catch (StreamConstraintsException tooDeep) {
            return new Reading.Refused<>(
                    "the body is nested deeper than %d levels: send a flatter one".formatted(MAX_NESTING));
        } catch (OtherShape notForUs) {
            return new Reading.Unreadable<>();
        } catch (IOException noJson) {
            return noJson(bytes);
        }
    }

    private static <T> Reading<T> noJson(byte[] bytes) {
        return isUtf8(bytes)
                ? new Reading.Unreadable<>()
                : new Reading.Refused<>("the body is not UTF-8: send JSON in UTF-8, this gateway counts it");
    }

    /// A byte order mark, that of UTF-8 included, begins with a byte that no JSON begins with; without one, JSON in
    /// UTF-16 or UTF-32 has a NUL among its first four bytes.
    private static boolean isOfOtherEncoding(byte[] bytes) {
        boolean isOther = bytes.length > 0 && bytes[0] < 0;
        for (int at = 0; !isOther && at < Math.min(4, bytes.length); at++) {
            isOther = bytes[at] == 0;
        }
        return isOther;
    }

    /// The broker looks at the bytes of those texts alone that it keeps, so that it would store what stands beside a
    /// broken one.
    private static boolean isUtf8(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        CharBuffer unused = CharBuffer.allocate(4096);
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            result = decoder.decode(rest, unused.clear(), true);
        }
        return !result.isError();
    }

    boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    boolean isArray() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    boolean isText() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    boolean isWholeNumber() {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
    }

    String text() throws IOException {
        return parser.getText();
    }

    /// The text at hand, without a copy where it is the expected one: the items of a batch mostly name one queue.
    String textLike(String expected) throws IOException {
        char[] letters = parser.getTextCharacters();
        int from = parser.getTextOffset();
        int length = parser.getTextLength();
        return isAt(expected, letters, from, length) ? expected : new String(letters, from, length);
    }

    private static boolean isAt(String text, char[] letters, int from, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int at = 0; at < length; at++) {
            if (text.charAt(at) != letters[from + at]) {
                return false;
            }
        }
        return true;
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
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            if (keys.count == MOST_KEYS) {
                throw new RefusedBody("%s has more than %d keys: leave out those that the broker does not read"
                        .formatted(place.get(), MOST_KEYS));
            }
            if (!keys.add(key)) {
                throw new RefusedBody("%s: %s stands there twice, and nobody can say which one counts: give it once"
                        .formatted(place.get(), named(key)));
            }
            parser.nextToken();
            field.read(key);
        }
    }

    /// Reads the array at hand.
    void elements(Element element) throws IOException, RefusedBody, OtherShape {
        int index = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element.read(index++);
        }
    }

    /// Reads over the value at hand.
    void skip() throws IOException {
        parser.skipChildren();
    }

    /// Reads over the value at hand; the length of its text in bytes, blanks inside included.
    int skippedBytes() throws IOException {
        long start = parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        // texts are read lazily: without this the location would be their start
        parser.finishToken();
        return Math.toIntExact(parser.currentLocation().getByteOffset() - start);
    }

    @Override
    public void close() throws IOException {
        parser.close();
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
