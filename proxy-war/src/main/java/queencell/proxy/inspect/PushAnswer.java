package queencell.proxy.inspect;

/// `[{"status":"queued"},…]`, one element for each item in request order (broker wire, 5).
final class PushAnswer extends AnswerEvents {
    private static final int ROOT = 0;
    private static final int ELEMENT = 1;
    private static final int FIELD = 2;

    private enum Status {
        QUEUED,
        BUFFERED,
        OTHER
    }

    private final PushItems items;
    private boolean isList;
    private boolean atStatus;
    private Status status = Status.OTHER;
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
                status = Status.OTHER;
                atStatus = false;
            }
            case FIELD -> {
                if (atStatus) {
                    status = Status.OTHER;
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
            count(Status.OTHER);
        } else if (depth == FIELD && atStatus) {
            status = kind == Scalar.TEXT ? statusOf(text) : Status.OTHER;
        }
    }

    @Override
    Answer answer() {
        return isList
                ? new Answer.Counted(queued + buffered, index, buffered, notStoredBytes, false)
                : new Answer.Unreadable("a push is answered with an array");
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
        }
        index++;
    }
}
