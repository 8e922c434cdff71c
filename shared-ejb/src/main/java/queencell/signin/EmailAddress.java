package queencell.signin;

import java.util.Optional;

/// An e-mail address in the one form in which every writer folds it (control plane, 6): without blanks around it, ASCII
/// letters in lower case.
///
/// Nothing else folds: with the rules of a language, a look-alike such as `admİn@` would become somebody's `admin@`.
///
/// @param folded with an `@`, at most 320 characters
public record EmailAddress(String folded) {
    private static final int LONGEST = 320;

    /// Empty when the text is no address: no `@`, or longer than 320 characters.
    public static Optional<EmailAddress> parse(String text) {
        String folded = fold(text);
        return folded.indexOf('@') >= 0 && folded.codePointCount(0, folded.length()) <= LONGEST
                ? Optional.of(new EmailAddress(folded))
                : Optional.empty();
    }

    /// As SQL's `lower(btrim(x) COLLATE "C")`: blanks only, not tabs or other white space.
    public static String fold(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && text.charAt(from) == ' ') {
            from++;
        }
        while (to > from && text.charAt(to - 1) == ' ') {
            to--;
        }
        var folded = new StringBuilder(to - from);
        for (int at = from; at < to; at++) {
            char letter = text.charAt(at);
            folded.append(letter >= 'A' && letter <= 'Z' ? (char) (letter + 32) : letter);
        }
        return folded.toString();
    }

    /// What stands behind the last `@`.
    public String domain() {
        return folded.substring(folded.lastIndexOf('@') + 1);
    }
}
