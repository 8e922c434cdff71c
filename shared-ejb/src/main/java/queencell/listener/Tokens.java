package queencell.listener;

import java.util.ArrayList;
import java.util.List;

/// Tokens of HTTP: names of fields and methods, members of comma-separated lists; and what no value may hold. **Pure.**
public final class Tokens {

    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (char c = '0'; c <= 'z'; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c);
        }
        "!#$%&'*+-.^_`|~".chars().forEach(c -> TOKEN[c] = true);
    }

    private Tokens() {}

    static boolean isTokenByte(byte b) {
        return b >= 0 && TOKEN[b];
    }

    /// Whether a field or method may be named so.
    public static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c < TOKEN.length && TOKEN[c]);
    }

    /// Whether a letter or byte is a control character; the tab, which may stand in a value, is none.
    static boolean isControl(int letter) {
        return letter >= 0 && letter < ' ' && letter != '\t' || letter == 0x7f;
    }

    /// The members of all lines of a list field, without blanks, empty ones dropped.
    static List<String> listOf(List<String> lines) {
        List<String> members = new ArrayList<>(2);
        for (String line : lines) {
            int from = 0;
            while (from <= line.length()) {
                int comma = line.indexOf(',', from);
                int to = comma < 0 ? line.length() : comma;
                String member = line.substring(from, to).strip();
                if (!member.isEmpty()) {
                    members.add(member);
                }
                from = to + 1;
            }
        }
        return members;
    }
}
