package queencell.broker;

import java.io.IOException;

/// The bytes of an answer are not what the protocol allows. Has no stack trace: the place in the answer says
/// more.
final class UnreadableAnswerException extends IOException {

    UnreadableAnswerException(String text) {
        super(text);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
