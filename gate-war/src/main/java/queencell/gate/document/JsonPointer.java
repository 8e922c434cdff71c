package queencell.gate.document;

/// Places in a document, spelled as RFC 6901 has them.
public final class JsonPointer {

    private JsonPointer() {}

    /// The member `name` of what `at` points to.
    public static String member(String at, String name) {
        return at + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    /// The element `index` of the array `at` points to.
    public static String element(String at, int index) {
        return at + "/" + index;
    }
}
