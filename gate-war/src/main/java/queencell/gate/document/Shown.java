package queencell.gate.document;

import java.math.BigDecimal;

/// Text of unknown origin as it may stand in a message: no control characters, no endless values.
public final class Shown {

    private static final int NAME = 80;

    private Shown() {}

    /// A name, cut after 80 characters.
    public static String name(String text) {
        return text(text, NAME);
    }

    public static String text(String text, int most) {
        var shown = new StringBuilder(Math.min(text.length(), most) + 16);
        int end = Math.min(text.length(), most);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean half = Character.isSurrogate(c)
                    && !Character.isSurrogatePair(c, i + 1 < end ? text.charAt(i + 1) : ' ')
                    && !(i > 0 && Character.isSurrogatePair(text.charAt(i - 1), c));
            if (Character.isISOControl(c) || half) {
                shown.append(String.format(java.util.Locale.ROOT, "\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        if (text.length() > most) {
            shown.append("… (").append(text.length()).append(" characters)");
        }
        return shown.toString();
    }

    /// A decimal number as a person writes it.
    public static String number(double number) {
        return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
    }
}
