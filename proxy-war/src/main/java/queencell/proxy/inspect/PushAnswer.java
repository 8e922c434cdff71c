package queencell.proxy.inspect;

/// `[{"status":"queued"},…]`, one element for each item in request order (broker wire, 5). An element without such a
/// word makes the whole answer unreadable: what it confirms is not known then (control plane, 11.2).
final class PushAnswer extends AnswerEvents {
    private static final int ROOT = 0;
    private static final int ELEMENT = 1;
    private static final int FIELD = 2;

    private enum Status {
        QUEUED,
        BUFFERED,
        /// A word that is not metered: `duplicate`, `failed`, or one that is new.
        OTHER,
        MISSING
    }

    private final PushItems items;
    private boolean isList;
    private boolean atStatus;
    private Status status = Status.MISSING;
    private boolean isMalformed;
    private int index;
    private long queued;
    private long buffered;
    private long notStoredBytes;

    PushAnswer(PushItems items) {
        this.items = items;
    }

    @Override
    public boolean readsTextsAt(int depth) {
        return depth == FIELD;
    }

    @Override
    public void key(int depth, ScannedText key) {
        atStatus = key.is("status");
    }

    @Override
    public void start(int depth, boolean isArray) {
        switch (depth) {
            case ROOT -> isList = isArray;
            case ELEMENT -> {
                status = Status.MISSING;
                atStatus = false;
            }
            case FIELD -> {
                if (atStatus) {
                    status = Status.MISSING;
                }
            }
            default -> {}
        }
    }

    @Override
    public void end(int depth) {
        if (depth == ELEMENT) {
            count(status);
        }
    }

    @Override
    public void scalar(int depth, Scalar kind, ScannedText text, long number) {
        if (depth == ELEMENT) {
            count(Status.MISSING);
        } else if (depth == FIELD && atStatus) {
            status = kind == Scalar.TEXT ? statusOf(text) : Status.MISSING;
        }
    }

    @Override
    Answer answer() {
        if (!isList) {
            return new Answer.Unreadable("a push is answered with an array");
        }
        return isMalformed
                ? new Answer.Unreadable("an element of a push's answer is no object with a `status`")
                : new Answer.Counted(queued + buffered, index, buffered, notStoredBytes, false);
    }

    private static Status statusOf(ScannedText text) {
        if (text.is("queued")) {
            return Status.QUEUED;
        }
        return text.is("buffered") ? Status.BUFFERED : Status.OTHER;
    }

    private void count(Status counted) {
        switch (counted) {
            case QUEUED -> queued++;
            case BUFFERED -> buffered++;
            case OTHER -> notStoredBytes += items.payloadBytesOf(index);
            case MISSING -> isMalformed = true;
        }
        index++;
    }
}
