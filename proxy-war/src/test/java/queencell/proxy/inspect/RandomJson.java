package queencell.proxy.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Documents that look like answers, and now and then like nothing at all.
final class RandomJson {
    private static final String[] KEYS = {
        "success",
        "results",
        "messages",
        "pushed",
        "push_results",
        "result",
        "replayedAs",
        "status",
        "type",
        "duplicate",
        "queue",
        "partition",
        "data",
        "",
        "stat",
        "statuses",
        "ä"
    };
    private static final String[] WORDS = {
        "queued",
        "buffered",
        "duplicate",
        "moved",
        "push",
        "ack",
        "a",
        "b",
        "p",
        "Default",
        "",
        "😀\"\\",
        "x\u001f\n",
        "queuedd"
    };
    private static final String[] NUMBERS = {
        "0", "-0", "3", "12", "-1", "1.5", "1e3", "-2.50E-7", "100000000000000000000", "9223372036854775807"
    };

    private final Random random;

    RandomJson(Random random) {
        this.random = random;
    }

    /// A container with blanks around it, or now and then something else.
    String document() {
        return blanks() + value(0) + blanks();
    }

    /// One value, as deep as it happens to be.
    String value() {
        return value(1);
    }

    private String value(int depth) {
        int container = depth < 5 ? 4 : 0;
        return switch (random.nextInt(6 + container)) {
            case 0 -> "true";
            case 1 -> "false";
            case 2 -> "null";
            case 3 -> NUMBERS[random.nextInt(NUMBERS.length)];
            case 4, 5 -> depth == 0 ? object(depth) : text(WORDS[random.nextInt(WORDS.length)]);
            case 6, 7 -> object(depth);
            default -> array(depth);
        };
    }

    private String object(int depth) {
        List<String> members = new ArrayList<>();
        for (int n = random.nextInt(6); n > 0; n--) {
            String key = text(KEYS[random.nextInt(KEYS.length)]);
            members.add(blanks() + key + blanks() + ":" + blanks() + value(depth + 1) + blanks());
        }
        return "{" + (members.isEmpty() ? blanks() : String.join(",", members)) + "}";
    }

    private String array(int depth) {
        List<String> elements = new ArrayList<>();
        for (int n = random.nextInt(6); n > 0; n--) {
            elements.add(
                    blanks() + (random.nextInt(3) > 0 && depth < 5 ? object(depth + 1) : value(depth + 1)) + blanks());
        }
        return "[" + (elements.isEmpty() ? blanks() : String.join(",", elements)) + "]";
    }

    private String text(String plain) {
        var escaped = new StringBuilder("\"");
        for (char letter : plain.toCharArray()) {
            if (random.nextInt(6) == 0 || letter < ' ') {
                escaped.append("\\u%04x".formatted((int) letter));
            } else if (letter == '"' || letter == '\\') {
                escaped.append('\\').append(letter);
            } else {
                escaped.append(letter);
            }
        }
        String text = escaped.append('"').toString();
        // half a pair written out and half escaped is no text
        boolean isTorn = plain.chars().anyMatch(letter -> Character.isSurrogate((char) letter));
        return isTorn && random.nextBoolean() ? "\"\\ud83d\\uDE00\"" : isTorn ? "\"😀\"" : text;
    }

    private String blanks() {
        return switch (random.nextInt(8)) {
            case 0 -> " ";
            case 1 -> "\r\n\t";
            default -> "";
        };
    }
}
