package queencell.listener;

/// Where the application's answer to one request goes; every host has its own. Called once, on any thread.
interface AnswerPort {

    /// @param head its declared length counts for `HEAD` only
    void whole(AnswerHead head, byte[] body, int length);

    void relayed(AnswerHead head, RelayedAnswer answer);

    /// The application failed without an answer.
    void failed(Throwable fault);
}
