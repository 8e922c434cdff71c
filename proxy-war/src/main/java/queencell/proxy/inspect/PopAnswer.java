package queencell.proxy.inspect;

/// `{"messages":[…]}` of a pop, durable or ephemeral (broker wire, 6.3 and 17): how many there are.
final class PopAnswer extends AnswerEvents {
    private static final int ROOT = 0;
    private static final int MEMBER = 1;
    private static final int MESSAGE = 2;

    private boolean isObject;
    private boolean atMessages;
    private boolean inMessages;
    private long messages;

    @Override
    public boolean readsTextsAt(int depth) {
        return depth == MEMBER;
    }

    @Override
    public void key(int depth, ScannedText key) {
        atMessages = key.is("messages");
    }

    @Override
    public void start(int depth, boolean isArray) {
        switch (depth) {
            case ROOT -> isObject = !isArray;
            case MEMBER -> member(isArray);
            case MESSAGE -> message();
            default -> {}
        }
    }

    @Override
    public void end(int depth) {
        if (depth == MEMBER) {
            inMessages = false;
        }
    }

    @Override
    public void scalar(int depth, Scalar kind, ScannedText text, long number) {
        if (depth == MEMBER) {
            member(false);
        } else if (depth == MESSAGE) {
            message();
        }
    }

    @Override
    Answer answer() {
        return isObject ? Answer.Counted.of(messages) : new Answer.Unreadable("a pop is answered with an object");
    }

    private void member(boolean isArray) {
        if (atMessages) {
            inMessages = isArray;
            messages = 0;
        }
    }

    private void message() {
        if (inMessages) {
            messages++;
        }
    }
}
