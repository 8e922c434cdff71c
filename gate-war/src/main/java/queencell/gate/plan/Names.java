package queencell.gate.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Every name that Gate gives to something at the broker, in one place (document, 2 and 6).
///
/// At the broker a misspelt group is not an error but a new group that owns the entire retained log.
public final class Names {

    /// Longest segment, and longest interior queue name, in bytes.
    public static final int MAX_NAME_BYTES = 63;
    /// Longest name of a queue or a consumer group that the broker stores, in bytes of UTF-8 (wire, 4).
    public static final int MAX_BROKER_NAME_BYTES = 255;
    /// Longest key the broker's store takes, in bytes of UTF-8.
    public static final int MAX_KEY_BYTES = 512;
    /// What the longest scope component takes: the separator and a hashed value.
    public static final int SCOPE_BYTES = 73;

    private static final String HASHED = "%sha256-";

    private Names() {}

    /// Whether a name is one segment: 1 to 63 of `a-z`, `0-9` and `-`, not starting with `-`.
    public static boolean isSegment(String name) {
        if (name.isEmpty() || name.length() > MAX_NAME_BYTES || name.charAt(0) == '-') {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-')) {
                return false;
            }
        }
        return true;
    }

    // broker names

    public static String namespace(String application) {
        return "gate." + application;
    }

    public static String ingressQueue(String application, String graph, String node) {
        return "gate." + application + "." + graph + "." + node + ".ingress";
    }

    public static String interiorQueue(String application, String graph, String node) {
        return "gate." + application + "." + graph + "." + node + ".in";
    }

    public static String group(String application, String graph, String path, String node) {
        return "gate." + application + "." + graph + "." + path + "." + node;
    }

    /// The queue that consumers of a v1 target pop; it stays where it is (document, 12.3).
    public static String legacyEgressQueue(String application, String target, String lane) {
        return "gate." + application + "." + target + ".admitted." + lane;
    }

    // labels of derived transaction ids

    public static String hopLabel(String application, String graph, String path, String destination) {
        return application + "/" + graph + "/" + path + "/" + destination;
    }

    public static String terminalLabel(String application, String graph, String path, String node) {
        return hopLabel(application, graph, path, node) + "/out";
    }

    public static String reentryLabel(long attempt) {
        return "r" + attempt;
    }

    // store keys

    public static String budgetKey(String application, String graph, String node, String id) {
        // a graph called `shared` must not meet the keys of shared budgets
        String place = graph.equals("shared") ? "%73hared" : escaped(graph);
        return "b:" + escaped(application) + ":" + place + ":" + escaped(node) + ":" + escaped(id);
    }

    public static String sharedKey(String application, String sharedKey) {
        return "b:" + escaped(application) + ":shared:" + escaped(sharedKey);
    }

    /// The counter of one scope value. A value that the broker could not take in a key is written as its hash.
    public static String scopedKey(String baseKey, String value) {
        if (storable(value)) {
            String key = baseKey + ":" + escaped(value);
            if (fits(key)) {
                return key;
            }
        }
        return baseKey + ":" + hashed(value);
    }

    public static String breakerKey(String application, String graph, String node) {
        return "brk:" + application + ":" + graph + ":" + node;
    }

    public static String documentKey(String application, String graph) {
        return "graph:" + application + ":" + graph;
    }

    public static String legacyTargetKey(String application, String name) {
        return "spec:" + application + ":" + name;
    }

    /// Whether the broker's store takes it as a key.
    public static boolean isKey(String text) {
        return !text.isEmpty() && storable(text) && fits(text);
    }

    public static int utf8Length(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // each half of a pair stands for two of its four bytes
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }

    private static boolean fits(String key) {
        return key.length() * 3 <= MAX_KEY_BYTES || utf8Length(key) <= MAX_KEY_BYTES;
    }

    private static String escaped(String part) {
        if (part.indexOf('%') < 0 && part.indexOf(':') < 0) {
            return part;
        }
        return part.replace("%", "%25").replace(":", "%3A");
    }

    private static boolean storable(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                if (i + 1 == value.length() || !Character.isSurrogatePair(c, value.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    private static String hashed(String value) {
        byte[] bytes = withoutHalves(value).getBytes(StandardCharsets.UTF_8);
        try {
            return HASHED
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /// Unpaired surrogates as U+FFFD; Java's own encoder would write them as a question mark.
    private static String withoutHalves(String value) {
        var whole = new StringBuilder(value.length());
        value.codePoints()
                .map(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xFFFD : point)
                .forEach(whole::appendCodePoint);
        return whole.toString();
    }
}
