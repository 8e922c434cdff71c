package queencell.json;

/// A value is nested deeper than its reader allows ([JsonCursor]); whether the rest is JSON nobody has looked.
public final class NestingTooDeepException extends UnreadableBytesException {

    NestingTooDeepException() {
        super("the JSON is nested deeper than its reader allows");
    }
}
