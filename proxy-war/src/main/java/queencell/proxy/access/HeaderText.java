package queencell.proxy.access;

/// Header values that are read as text. **Pure.**
public final class HeaderText {
    private HeaderText() {}

    /// The value if it is text, visible ASCII with blanks and tabs; any other counts as absent (pipeline, 3.2 and 6.1).
    ///
    /// @return empty where there is none
    public static String of(String value) {
        for (int at = 0; at < value.length(); at++) {
            char letter = value.charAt(at);
            if ((letter < ' ' || letter >= 0x7F) && letter != '\t') {
                return "";
            }
        }
        return value;
    }
}
