package queencell.gate.item;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/// What one pass over a payload's bytes found. It points into the bytes, which must not change while it is used; not
/// thread-safe.
public final class Payload {

    /// Deepest nesting that the broker takes in a transaction (runtime, 4).
    public static final int MAX_DEPTH = 122;

    enum Kind {
        ABSENT,
        TEXT,
        NUMBER,
        TRUE,
        FALSE,
        /// `null`, an object or an array: no value to cost or to count by
        OTHER
    }

    static final int OP = 0;
    static final int STAMP_GRAPH = 1;
    static final int STAMP_PATH = 2;
    static final int STAMP_ATTEMPT = 3;
    /// Slots of a node's own paths start here.
    static final int FIRST_FREE = 4;

    private static final int[] NO_STAMPS = {};
    private static final byte[] NAME = "\"_gate\":".getBytes(StandardCharsets.US_ASCII);

    private final byte[] json;
    private final int from;
    private final int to;
    private final Kind[] kinds;
    private final int[] starts;
    private final int[] ends;
    private boolean object;
    private String unrelayable;
    private int bodyStart;
    private boolean empty;
    /// Per `_gate` member: its preceding comma, its value's start and end.
    private int[] stamps = NO_STAMPS;

    Payload(byte[] json, int from, int to, int slots) {
        this.json = json;
        this.from = from;
        this.to = to;
        this.kinds = new Kind[slots];
        this.starts = new int[slots];
        this.ends = new int[slots];
        Arrays.fill(kinds, Kind.ABSENT);
    }

    /// Whether it is a JSON object and so can carry the stamp.
    public boolean isObject() {
        return object;
    }

    /// Why the broker would refuse any transaction that carries this payload; empty when it would not (runtime, 4).
    public Optional<String> unrelayable() {
        return Optional.ofNullable(unrelayable);
    }

    /// `op`, the empty text when there is none or it is no text.
    public String op() {
        return kinds[OP] == Kind.TEXT ? text(OP) : "";
    }

    /// `_gate.graph` when it is a text.
    public Optional<String> stampedGraph() {
        return kinds[STAMP_GRAPH] == Kind.TEXT ? Optional.of(text(STAMP_GRAPH)) : Optional.empty();
    }

    /// `_gate.path` when it is a text.
    public Optional<String> stampedPath() {
        return kinds[STAMP_PATH] == Kind.TEXT ? Optional.of(text(STAMP_PATH)) : Optional.empty();
    }

    /// Whether `_gate.path` is a text that is not `path`. Builds none where it is.
    public boolean namesOtherPath(String path) {
        if (kinds[STAMP_PATH] != Kind.TEXT) {
            return false;
        }
        int start = starts[STAMP_PATH];
        if (ends[STAMP_PATH] - start == path.length()) {
            int same = 0;
            while (same < path.length() && json[start + same] == path.charAt(same)) {
                same++;
            }
            if (same == path.length()) {
                return false;
            }
        }
        return !text(STAMP_PATH).equals(path);
    }

    /// `_gate.attempt` when it is a non-negative integer.
    public OptionalLong stampedAttempt() {
        if (kinds[STAMP_ATTEMPT] != Kind.NUMBER) {
            return OptionalLong.empty();
        }
        long attempt = JsonNumber.nonNegativeInteger(json, starts[STAMP_ATTEMPT], ends[STAMP_ATTEMPT]);
        return attempt == JsonNumber.NONE ? OptionalLong.empty() : OptionalLong.of(attempt);
    }

    /// The number in a slot when it can be a cost, otherwise [JsonNumber#NONE].
    long units(int slot) {
        return kinds[slot] == Kind.NUMBER ? JsonNumber.units(json, starts[slot], ends[slot]) : JsonNumber.NONE;
    }

    /// The value in a slot as the text by which it is counted (document, 3.4).
    Optional<String> scopeValue(int slot) {
        return switch (kinds[slot]) {
            case TEXT -> Optional.of(text(slot));
            case NUMBER -> Optional.of(JsonNumber.text(json, starts[slot], ends[slot]));
            case TRUE -> Optional.of("true");
            case FALSE -> Optional.of("false");
            case ABSENT, OTHER -> Optional.empty();
        };
    }

    private String text(int slot) {
        return JsonBytes.text(json, starts[slot], ends[slot]);
    }

    // for the scanner

    void found(int slot, Kind kind, int start, int end) {
        kinds[slot] = kind;
        starts[slot] = start;
        ends[slot] = end;
    }

    void forget(int slot) {
        kinds[slot] = Kind.ABSENT;
    }

    void objectFound(int bodyStart, boolean empty) {
        this.object = true;
        this.bodyStart = bodyStart;
        this.empty = empty;
    }

    void stampFound(int comma, int valueStart, int valueEnd) {
        int count = stamps.length;
        stamps = Arrays.copyOf(stamps, count + 3);
        stamps[count] = comma;
        stamps[count + 1] = valueStart;
        stamps[count + 2] = valueEnd;
    }

    void cannotBeRelayed(String reason) {
        if (unrelayable == null) {
            unrelayable = reason;
        }
    }

    void notJson() {
        object = false;
        Arrays.fill(kinds, Kind.ABSENT);
        unrelayable = "the payload is not valid JSON";
    }

    // for the stamp

    /// The payload with this stamp in the place of whatever `_gate` it carries; anything but an object unchanged.
    ///
    /// @param stamp a JSON object
    byte[] withStamp(byte[] stamp) {
        if (!object) {
            return Arrays.copyOfRange(json, from, to);
        }
        return stamps.length == 0 ? inserted(stamp) : replaced(stamp);
    }

    private byte[] inserted(byte[] stamp) {
        int comma = empty ? 0 : 1;
        byte[] out = new byte[to - from + NAME.length + stamp.length + comma];
        int at = copy(json, from, bodyStart, out, 0);
        at = copy(NAME, 0, NAME.length, out, at);
        at = copy(stamp, 0, stamp.length, out, at);
        if (!empty) {
            out[at++] = ',';
        }
        copy(json, bodyStart, to, out, at);
        return out;
    }

    /// The first stamp's value is replaced, every further one goes with the comma before it.
    private byte[] replaced(byte[] stamp) {
        int length = to - from + stamp.length - (stamps[2] - stamps[1]);
        for (int i = 3; i < stamps.length; i += 3) {
            length -= stamps[i + 2] - stamps[i];
        }
        byte[] out = new byte[length];
        int at = copy(json, from, stamps[1], out, 0);
        at = copy(stamp, 0, stamp.length, out, at);
        int copied = stamps[2];
        for (int i = 3; i < stamps.length; i += 3) {
            at = copy(json, copied, stamps[i], out, at);
            copied = stamps[i + 2];
        }
        copy(json, copied, to, out, at);
        return out;
    }

    private static int copy(byte[] source, int start, int end, byte[] out, int at) {
        System.arraycopy(source, start, out, at, end - start);
        return at + end - start;
    }
}
