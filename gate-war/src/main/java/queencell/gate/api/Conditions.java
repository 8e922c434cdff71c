package queencell.gate.api;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import queencell.gate.document.Shown;
import queencell.gate.graph.Declaration;

/// Reads `If-Match` and `If-None-Match` of a declaration: `*`, or a list of entity tags of which any may match
/// (RFC 9110, 13.1.1 and 13.1.2).
final class Conditions {

    /// A tag may hold commas, and a list empty elements. Blanks are read once: whoever writes thousands of them would
    /// have them read again from every one.
    private static final Pattern ELEMENT =
            Pattern.compile("[ \\t]*+(?:(W/)?\"([\\x21\\x23-\\x7e\\x80-\\x{ffff}]*+)\")?+[ \\t]*+(?:,|$)");

    private Conditions() {}

    static Declaration.Condition of(HttpHeaders headers) {
        String noneMatch = headers.getHeaderString(HttpHeaders.IF_NONE_MATCH);
        String match = headers.getHeaderString(HttpHeaders.IF_MATCH);
        if (noneMatch != null && match != null) {
            throw Refuse.badRequest("If-Match and If-None-Match exclude each other: send one of them");
        }
        if (noneMatch != null) {
            return noneMatch.strip().equals("*")
                    ? new Declaration.Condition.Absent()
                    // the weak comparison: what a tag says of equality in bytes does not matter
                    : new Declaration.Condition.NoneOf(versions(HttpHeaders.IF_NONE_MATCH, noneMatch, true));
        }
        if (match == null) {
            return Declaration.Condition.ANY;
        }
        return match.strip().equals("*")
                ? new Declaration.Condition.Present()
                : new Declaration.Condition.AnyOf(versions(HttpHeaders.IF_MATCH, match, false));
    }

    /// The versions that the tags of a list name. A tag that was never ours matches nothing, as a tag of another
    /// document does.
    private static Set<Long> versions(String header, String list, boolean weakToo) {
        var versions = new HashSet<Long>();
        boolean tags = false;
        Matcher element = ELEMENT.matcher(list);
        int read = 0;
        while (read < list.length() && element.region(read, list.length()).lookingAt()) {
            read = element.end();
            if (element.group(2) != null) {
                tags = true;
                if (weakToo || element.group(1) == null) {
                    version(element.group(2)).ifPresent(versions::add);
                }
            }
        }
        if (read < list.length() || !tags) {
            throw Refuse.badRequest(
                    "%s is `%s`: give `*`, or ETags in double quotes as they were answered, with commas between them",
                    header, Shown.name(list));
        }
        return versions;
    }

    private static OptionalLong version(String tag) {
        try {
            long version = Long.parseLong(tag);
            // tags are compared as they are written: "+7" is not "7"
            return Long.toString(version).equals(tag) ? OptionalLong.of(version) : OptionalLong.empty();
        } catch (NumberFormatException notOurs) {
            return OptionalLong.empty();
        }
    }
}
