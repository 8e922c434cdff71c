package queencell.proxy.pipeline;

import queencell.listener.EdgeSettings;
import queencell.proxy.limit.LimitSettings;
import queencell.settings.InvalidSettingException;

/// How much of a request body is read, and which setting says so.
///
/// @param setting for the text of a refusal
public record BodyCap(int bytes, String setting) {

    /// What is read of a body before it is forwarded.
    public static BodyCap ofData(LimitSettings limits, EdgeRules edge) {
        return new BodyCap(limits.maxBodyBytes(), "QUEEN_PROXY_MAX_BODY_BYTES").below(edge);
    }

    /// Whether a body of this size ever finds room in the memory for bodies (pipeline, 13): one that does not would be
    /// told for ever to come again in a second.
    ///
    /// @param heap bytes of this process
    /// @throws InvalidSettingException when it does not
    public void checkRoom(EdgeSettings edge, long heap) {
        long room = edge.bodyMemory(heap);
        if (bytes > room) {
            throw new InvalidSettingException(
                    "%s allows a body of %d bytes, but all bodies together may hold %d (QUEEN_EDGE_BODY_MEMORY_BYTES is %d; 0 takes a quarter of the heap, which has %d bytes, and 64 MiB of a small one): lower %1$s, or raise QUEEN_EDGE_BODY_MEMORY_BYTES or the heap"
                            .formatted(setting, bytes, room, edge.bodyMemoryBytes(), heap));
        }
    }

    /// The lower of a path's own bound and the edge's ceiling (pipeline, 16).
    public BodyCap below(EdgeRules edge) {
        return bytes <= edge.maxBodyBytes() ? this : new BodyCap(edge.maxBodyBytes(), "QUEEN_EDGE_MAX_BODY_BYTES");
    }
}
