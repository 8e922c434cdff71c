package queencell.proxy.pipeline;

/// How much of a request body is read, and which setting says so.
///
/// @param setting for the text of a refusal
public record BodyCap(int bytes, String setting) {

    /// The lower of a path's own bound and the edge's ceiling (pipeline, 16).
    public BodyCap below(EdgeRules edge) {
        return bytes <= edge.maxBodyBytes() ? this : new BodyCap(edge.maxBodyBytes(), "QUEEN_EDGE_MAX_BODY_BYTES");
    }
}
