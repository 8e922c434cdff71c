package queencell.proxy.forward;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import queencell.listener.FieldNameSet;
import queencell.listener.InboundHeaders;

/// Which header fields pass, towards the broker and back (pipeline, 9.1 and 9.3). **Pure.**
public final class ForwardRules {

    /// The broker answers the 101st field with a bare 431; `Host` and the framing are two of them (`[A30]`).
    public static final int MAX_FIELDS = 100;

    private static final int FRAMING_FIELDS = 2;
    /// As many as [#towardsBroker] ever adds.
    private static final int OWN_FIELDS = 5;
    /// So many fields of a client are never too many.
    private static final int ALWAYS_FEW = MAX_FIELDS - FRAMING_FIELDS - OWN_FIELDS;
    private static final String OURS = "x-queen-";

    private static final FieldNameSet HOP_BY_HOP = FieldNameSet.of(
            "connection",
            "proxy-connection",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "proxy-authorization",
            "proxy-authenticate");

    /// What the listener or the client of this room sets itself, what must not reach the broker, and what is worth
    /// nothing when a client says it.
    private static final FieldNameSet SPENT_HERE = FieldNameSet.of(
            "host", "authorization", "cookie", "content-length", "expect", "http2-settings", "x-forwarded-proto");

    /// @param authorization the broker's own credential
    /// @param tenant the broker's tenant uuid; empty when it is not injected
    /// @param https whether the client came over TLS, which the broker is told (pipeline, 13)
    /// @param inspected whether the answer is read, so that it must come unencoded (`[A12]`)
    public record Injected(
            Optional<String> authorization,
            Optional<String> tenant,
            String requestId,
            boolean https,
            boolean inspected) {
        @Override
        public String toString() {
            return "Injected[tenant=%s, rid=%s]".formatted(tenant, requestId);
        }
    }

    private ForwardRules() {}

    /// How many fields would reach the broker, where those are more than [#MAX_FIELDS].
    ///
    /// @param injected asked only where there may be too many
    public static OptionalInt tooMany(InboundHeaders inbound, Supplier<Injected> injected) {
        if (inbound.size() <= ALWAYS_FEW) {
            return OptionalInt.empty();
        }
        int count = towardsBroker(inbound, injected.get()).size() / 2 + FRAMING_FIELDS;
        return count > MAX_FIELDS ? OptionalInt.of(count) : OptionalInt.empty();
    }

    /// Drops what is between client and proxy only, or what the client must not say, and adds what the proxy says.
    ///
    /// @return name, value, …
    public static List<String> towardsBroker(InboundHeaders inbound, Injected injected) {
        Set<String> named = namedIn(inbound);
        List<String> fields = new ArrayList<>(2 * inbound.size() + 8);
        for (int at = 0; at < inbound.size(); at++) {
            String name = inbound.name(at);
            boolean passes = !HOP_BY_HOP.contains(name)
                    && !isNamed(name, named)
                    && !SPENT_HERE.contains(name)
                    && !name.regionMatches(true, 0, OURS, 0, OURS.length())
                    && !(injected.inspected() && name.equalsIgnoreCase("accept-encoding"));
            if (passes) {
                fields.add(name);
                fields.add(inbound.value(at));
            }
        }
        injected.authorization().ifPresent(bearer -> add(fields, "authorization", bearer));
        injected.tenant().ifPresent(tenant -> add(fields, "x-queen-tenant", tenant));
        add(fields, "x-queen-request-id", injected.requestId());
        if (injected.https()) {
            add(fields, "x-forwarded-proto", "https");
        }
        if (injected.inspected()) {
            add(fields, "accept-encoding", "identity");
        }
        return fields;
    }

    /// The fields of the broker's answer that the client may see; the request id is set anew by the pipeline.
    static InboundHeaders towardsClient(InboundHeaders upstream) {
        Set<String> named = namedIn(upstream);
        List<String> fields = new ArrayList<>(2 * upstream.size());
        upstream.forEach((name, value) -> {
            if (!HOP_BY_HOP.contains(name) && !isNamed(name, named) && !name.equalsIgnoreCase("x-queen-request-id")) {
                add(fields, name, value);
            }
        });
        return InboundHeaders.of(fields);
    }

    private static boolean isNamed(String name, Set<String> named) {
        return !named.isEmpty() && named.contains(name.toLowerCase(Locale.ROOT));
    }

    private static Set<String> namedIn(InboundHeaders headers) {
        List<String> lines = headers.all("Connection");
        if (lines.isEmpty()) {
            return Set.of();
        }
        Set<String> named = new HashSet<>();
        for (String line : lines) {
            for (String member : line.split(",")) {
                named.add(member.strip().toLowerCase(Locale.ROOT));
            }
        }
        // an answer that names its own length as hop-by-hop still has that length
        named.remove("content-length");
        return named;
    }

    private static void add(List<String> fields, String name, String value) {
        fields.add(name);
        fields.add(value);
    }
}
