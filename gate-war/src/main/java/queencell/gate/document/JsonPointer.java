package queencell.gate.document;

/// Places in a document, spelled as RFC 6901 has them.
public final class JsonPointer {

    /// Names of a document are far shorter. A longer one would be copied whole into the place of everything below it.
    private static final int LONGEST_NAME = 300;

    private JsonPointer() {}

    /// The member `name` of what `at` points to; a name longer than any legal one is cut.
    public static String member(String at, String name) {
        return at + "/" + cut(name).replace("~", "~0").replace("/", "~1");
    }

    private static String cut(String name) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        // not through the middle of a character
        int end = Character.isHighSurrogate(name.charAt(LONGEST_NAME - 1)) ? LONGEST_NAME - 1 : LONGEST_NAME;
        return name.substring(0, end) + "…";
    }

    /// The element `index` of the array `at` points to.
    public static String element(String at, int index) {
        return at + "/" + index;
    }
}
