package queencell.gate.item;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import queencell.gate.plan.Names;

/// Writes the `_gate` member that tells every hop where a message is going (runtime, 9.2). Made once per destination,
/// thread-safe.
///
/// It is unsigned: whoever may write to an interior or egress queue bypasses admission.
public final class Stamp {

    private final String head;

    private Stamp(String head) {
        this.head = head;
    }

    /// Of a relayed or re-entered message.
    ///
    /// @param hop number of the hop it arrives at; the stage's own plus one
    /// @param node destination; the stage's own at the end of a path
    public static Stamp onPath(String graph, String path, int hop, String node) {
        return new Stamp("{\"graph\":\"" + name(graph) + "\",\"path\":\"" + name(path) + "\"" + rest(hop, node));
    }

    /// Of a message pushed over HTTP; without a path, because several may start at its node.
    public static Stamp atDoor(String graph, String node) {
        return new Stamp("{\"graph\":\"" + name(graph) + "\"" + rest(0, node));
    }

    private static String rest(int hop, String node) {
        return ",\"hop\":" + hop + ",\"node\":\"" + name(node) + "\",\"at\":";
    }

    /// Names are segments and need no escaping; anything else here is a fault of ours.
    private static String name(String name) {
        if (!Names.isSegment(name)) {
            throw new IllegalArgumentException("stamp name `" + name + "` is no segment of 1 to 63 of a-z, 0-9 and -");
        }
        return name;
    }

    /// The payload with this stamp in the place of any `_gate` it carries. The attempt is carried on: dropping it would
    /// make its bound start again at every hop.
    ///
    /// @param atMillis now, Unix milliseconds
    /// @return anything but an object unchanged, never wrapped
    public byte[] on(Payload payload, long atMillis) {
        return payload.withStamp(stamp(atMillis, payload.stampedAttempt()));
    }

    /// The same with an attempt of the caller's, for a re-entry.
    public byte[] on(Payload payload, long atMillis, long attempt) {
        return payload.withStamp(stamp(atMillis, OptionalLong.of(attempt)));
    }

    private byte[] stamp(long atMillis, OptionalLong attempt) {
        String text = attempt.isPresent()
                ? head + atMillis + ",\"attempt\":" + attempt.getAsLong() + "}"
                : head + atMillis + "}";
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
