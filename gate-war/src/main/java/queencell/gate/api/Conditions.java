package queencell.gate.api;

import jakarta.ws.rs.core.HttpHeaders;
import queencell.gate.graph.Declaration;

/// Reads `If-Match` and `If-None-Match` of a declaration.
final class Conditions {

    private Conditions() {}

    static Declaration.Condition of(HttpHeaders headers) {
        String noneMatch = headers.getHeaderString(HttpHeaders.IF_NONE_MATCH);
        String match = headers.getHeaderString(HttpHeaders.IF_MATCH);
        if (noneMatch != null && match != null) {
            throw Refuse.badRequest("If-Match and If-None-Match exclude each other: send one of them");
        }
        if (noneMatch != null) {
            if (!noneMatch.strip().equals("*")) {
                throw Refuse.badRequest(
                        "If-None-Match is `%s`: a declaration takes only `*`, which demands that nothing is stored yet",
                        noneMatch);
            }
            return new Declaration.Condition.Absent();
        }
        if (match == null) {
            return Declaration.Condition.ANY;
        }
        return match.strip().equals("*") ? new Declaration.Condition.Present() : version(match.strip());
    }

    /// A tag that was never ours matches nothing, as a tag of another document does.
    private static Declaration.Condition version(String tag) {
        String bare = tag.length() > 1 && tag.startsWith("\"") && tag.endsWith("\"")
                ? tag.substring(1, tag.length() - 1)
                : "";
        try {
            return new Declaration.Condition.Version(Long.parseLong(bare));
        } catch (NumberFormatException notOurs) {
            return new Declaration.Condition.Version(-1);
        }
    }
}
