package queencell.proxy.inspect;

/// `{"pushed":3}` (broker wire, 17).
final class EphemeralPushAnswer extends AnswerEvents {
    private static final int ROOT = 0;
    private static final int MEMBER = 1;
    private static final long MISSING = -1;

    private boolean isObject;
    private boolean atPushed;
    private long pushed = MISSING;

    @Override
    public boolean readsTextsAt(int depth) {
        return depth == MEMBER;
    }

    @Override
    public void key(int depth, ScannedText key) {
        atPushed = key.is("pushed");
    }

    @Override
    public void start(int depth, boolean isArray) {
        if (depth == ROOT) {
            isObject = !isArray;
        } else if (depth == MEMBER && atPushed) {
            pushed = MISSING;
        }
    }

    @Override
    public void end(int depth) {}

    @Override
    public void scalar(int depth, Scalar kind, ScannedText text, long number) {
        if (depth == MEMBER && atPushed) {
            pushed = kind == Scalar.WHOLE_NUMBER && number >= 0 ? number : MISSING;
        }
    }

    @Override
    Answer answer() {
        return isObject && pushed != MISSING
                ? Answer.Counted.of(pushed)
                : new Answer.Unreadable("an ephemeral push is answered with a whole number pushed");
    }
}
