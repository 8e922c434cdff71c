package queencell.json;

import java.io.IOException;

/// What was received is not what its format or protocol allows. Has no stack trace: the place in the bytes says more.
public class UnreadableBytesException extends IOException {

    public UnreadableBytesException(String text) {
        super(text);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
