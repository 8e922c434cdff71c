package queencell.proxy.cluster;

import java.util.Optional;

/// A `Host` header in the one form in which it is compared and looked up (pipeline, 3.1): trimmed, without port and
/// trailing dots, in ASCII lower case. So a name cannot be shared for one test and a slug for the other.
///
/// @param canonical empty if the request names no host
public record HostName(String canonical) {
    private static final int LONGEST_SLUG = 63;

    /// @param host the header's value, or a configured host name; empty if there is none
    public static HostName parse(String host) {
        String name = withoutPort(host.strip());
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) == '.') {
            end--;
        }
        return new HostName(lowerCased(name.substring(0, end)));
    }

    /// The slug this host asks for: its first label. Empty if there is none, or none that a cluster could have (A9),
    /// so that no look-up is needed to know that it is a miss.
    public Optional<String> slug() {
        int dot = canonical.indexOf('.');
        String label = dot < 0 ? canonical : canonical.substring(0, dot);
        return isSlug(label) ? Optional.of(label) : Optional.empty();
    }

    /// Whether a cluster could have this slug: 1 to 63 of `a-z`, `0-9` and, inside, `-` (A9).
    public static boolean isSlug(String text) {
        int length = text.length();
        return length >= 1
                && length <= LONGEST_SLUG
                && text.charAt(0) != '-'
                && text.charAt(length - 1) != '-'
                && hasOnlySlugLetters(text);
    }

    private static boolean hasOnlySlugLetters(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (!isSlugLetter(text.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSlugLetter(int letter) {
        return (letter >= 'a' && letter <= 'z') || isDigit(letter) || letter == '-';
    }

    private static boolean isDigit(int letter) {
        return letter >= '0' && letter <= '9';
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon >= 0 && colon + 1 < host.length() && hasOnlyDigits(host, colon + 1);
        return hasPort ? host.substring(0, colon) : host;
    }

    private static boolean hasOnlyDigits(String text, int from) {
        for (int at = from; at < text.length(); at++) {
            if (!isDigit(text.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    private static String lowerCased(String name) {
        // not toLowerCase: only ASCII folds, or a name of other letters could turn into somebody's slug
        int at = 0;
        while (at < name.length() && !isCapital(name.charAt(at))) {
            at++;
        }
        if (at == name.length()) {
            return name;
        }
        var lower = new StringBuilder(name);
        for (; at < name.length(); at++) {
            if (isCapital(name.charAt(at))) {
                lower.setCharAt(at, (char) (name.charAt(at) + 32));
            }
        }
        return lower.toString();
    }

    private static boolean isCapital(char letter) {
        return letter >= 'A' && letter <= 'Z';
    }
}
