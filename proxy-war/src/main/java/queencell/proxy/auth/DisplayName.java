package queencell.proxy.auth;

/// A name that somebody gives to a key or a person, for others to read (proxy console, 4.3 and 10).
public final class DisplayName {
    private DisplayName() {}

    /// The name without white space around it.
    ///
    /// @param longest bound in characters
    /// @throws queencell.web.RefusedException 400 when it is longer, or when nobody could see it
    public static String of(String text, int longest) {
        String name = text.strip();
        if (isBlank(name)) {
            throw WebRefusals.invalid(
                    "`name` has no character that can be seen: give 1 to %d characters".formatted(longest));
        }
        int length = name.codePointCount(0, name.length());
        if (length > longest) {
            throw WebRefusals.invalid(
                    "`name` has %d characters, 1 to %d are allowed: shorten it".formatted(length, longest));
        }
        return name;
    }

    /// As the schema's `is_blank` (control plane, 6), which would refuse the same later on: white space, and the
    /// signs of Unicode that have no width.
    static boolean isBlank(String text) {
        return text.codePoints().allMatch(DisplayName::isInvisible);
    }

    private static boolean isInvisible(int sign) {
        return sign == ' '
                || sign >= '\t' && sign <= '\r'
                || sign >= 0x2000 && sign <= 0x200D
                || switch (sign) {
                    case 0x85, 0xA0, 0x1680, 0x180E, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF -> true;
                    default -> false;
                };
    }
}
