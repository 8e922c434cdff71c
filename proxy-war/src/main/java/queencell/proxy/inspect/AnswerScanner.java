package queencell.proxy.inspect;

import java.nio.ByteBuffer;

/// Counts an answer while it is relayed, chunk by chunk, in constant memory (pipeline, 10). It changes nothing and
/// holds nothing back. Not thread-safe: one answer, one thread at a time.
///
/// A key that stands twice counts as it stands last, as in the trees clients build.
public final class AnswerScanner {
    /// Holds every word that is looked for.
    private static final int LONGEST_WORD = 32;

    /// Holds every name of a queue or a partition.
    private static final int LONGEST_NAME = 2048;

    private final JsonScanner json;
    private final AnswerEvents events;

    private AnswerScanner(AnswerEvents events, int longestText) {
        this.events = events;
        json = new JsonScanner(events, longestText);
    }

    /// For a 201 of `/api/v1/push`.
    public static AnswerScanner ofPush(PushItems items) {
        return new AnswerScanner(new PushAnswer(items), LONGEST_WORD);
    }

    /// For a 2xx of `/api/v1/transaction`.
    public static AnswerScanner ofTransaction(PushItems pushes) {
        return new AnswerScanner(new TransactionAnswer(pushes), LONGEST_WORD);
    }

    /// For a 200 of a pop, durable or ephemeral.
    public static AnswerScanner ofPop() {
        return new AnswerScanner(new PopAnswer(), LONGEST_WORD);
    }

    /// For a 201 of `/api/v1/ephemeral/push`.
    public static AnswerScanner ofEphemeralPush() {
        return new AnswerScanner(new EphemeralPushAnswer(), LONGEST_WORD);
    }

    /// For a 2xx of `/streams/v1/cycle` that carried sinks.
    public static AnswerScanner ofCycle(PushItems sinks) {
        return new AnswerScanner(new CycleAnswer(sinks), LONGEST_NAME);
    }

    /// For a 2xx of a dead-letter replay or retry.
    public static AnswerScanner ofReplay() {
        return new AnswerScanner(new ReplayAnswer(), LONGEST_WORD);
    }

    /// Reads all of the chunk, which may be empty.
    public void feed(ByteBuffer chunk) {
        json.feed(chunk);
    }

    /// As [#feed(ByteBuffer)].
    public void feed(byte[] chunk) {
        feed(ByteBuffer.wrap(chunk));
    }

    /// The verdict, once the answer is complete; asked once.
    public Answer end() {
        return json.end() ? events.answer() : new Answer.Unreadable("not one JSON text");
    }
}
