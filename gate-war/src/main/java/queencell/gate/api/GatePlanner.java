package queencell.gate.api;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import queencell.listener.EdgeSettings;
import queencell.listener.Inbound;
import queencell.listener.RequestPlan;
import queencell.listener.RequestPlanner;

/// Every request of this API is read whole first and runs on a virtual thread (runtime, 14).
final class GatePlanner implements RequestPlanner {
    static final int MOST_BODY_BYTES = 2 * 1024 * 1024;
    /// Where a target ends up that is no URI: nothing that a caller writes becomes this one, for a space stays `%20`.
    static final URI NO_URI = URI.create("/-/%ff");

    private final int maxPushBodyBytes;
    private final EdgeSettings edge;

    GatePlanner(int maxPushBodyBytes, EdgeSettings edge) {
        this.maxPushBodyBytes = maxPushBodyBytes;
        this.edge = edge;
    }

    @Override
    public RequestPlan plan(Inbound head) {
        String target = head.target();
        boolean push = head.method().equals("POST") && path(target).endsWith("/push");
        RequestPlan plan = push
                ? RequestPlan.collected(
                        uri(target), maxPushBodyBytes, "GATE_MAX_PUSH_BODY_BYTES", edge.budget(Duration.ofMinutes(1)))
                : RequestPlan.collected(uri(target), MOST_BODY_BYTES, "", edge.budget(Duration.ofMinutes(3)));
        return plan.blocking();
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    private static URI uri(String target) {
        try {
            URI uri = new URI(target);
            return utf8(uri.getRawPath()) ? uri : NO_URI;
        } catch (URISyntaxException notOne) {
            return NO_URI;
        }
    }

    /// Percent escapes have to make UTF-8, or a segment is no text.
    private static boolean utf8(String rawPath) {
        if (rawPath == null || !rawPath.startsWith("/")) {
            return false;
        }
        if (rawPath.indexOf('%') < 0) {
            return rawPath.chars().allMatch(c -> c < 0x80);
        }
        var bytes = ByteBuffer.allocate(rawPath.length());
        for (int i = 0; i < rawPath.length(); i++) {
            char c = rawPath.charAt(i);
            if (c == '%') {
                bytes.put((byte) Integer.parseInt(rawPath, i + 1, i + 3, 16));
                i += 2;
            } else if (c < 0x80) {
                bytes.put((byte) c);
            } else {
                return false;
            }
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(bytes.flip());
            return true;
        } catch (CharacterCodingException broken) {
            return false;
        }
    }
}
