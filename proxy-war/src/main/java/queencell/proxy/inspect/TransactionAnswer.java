package queencell.proxy.inspect;

/// `{"success":true,"results":[{"type":"push","duplicate":true},…]}` (broker wire, 9.4 and 9.5).
///
/// A 200 may mean a roll-back. Entries of type push stand in the order of the pushed items.
final class TransactionAnswer extends AnswerEvents {
    private static final int MEMBER = 1;
    private static final int RESULT = 2;
    private static final int FIELD = 3;

    private enum Member {
        SUCCESS,
        RESULTS,
        OTHER
    }

    private enum Field {
        TYPE,
        DUPLICATE,
        OTHER
    }

    private final PushItems pushes;
    private Member member = Member.OTHER;
    private Field field = Field.OTHER;
    private Flag success = Flag.MISSING;
    private boolean inResults;
    private boolean isPush;
    private boolean isDuplicate;
    private int pushIndex;
    private long duplicates;
    private long duplicateBytes;

    TransactionAnswer(PushItems pushes) {
        this.pushes = pushes;
    }

    @Override
    public boolean readsTextsAt(int depth) {
        return depth == MEMBER || (depth == FIELD && inResults);
    }

    @Override
    public void key(int depth, ScannedText key) {
        if (depth == MEMBER) {
            member = key.is("success") ? Member.SUCCESS : key.is("results") ? Member.RESULTS : Member.OTHER;
        } else {
            field = key.is("type") ? Field.TYPE : key.is("duplicate") ? Field.DUPLICATE : Field.OTHER;
        }
    }

    @Override
    public void start(int depth, boolean isArray) {
        switch (depth) {
            case MEMBER -> member(Flag.MISSING, isArray);
            case RESULT -> {
                isPush = false;
                isDuplicate = false;
                field = Field.OTHER;
            }
            case FIELD -> field(false, false);
            default -> {}
        }
    }

    @Override
    public void end(int depth) {
        if (depth == MEMBER) {
            inResults = false;
        } else if (depth == RESULT && inResults && isPush) {
            if (isDuplicate) {
                duplicates++;
                duplicateBytes += pushes.payloadBytesOf(pushIndex);
            }
            pushIndex++;
        }
    }

    @Override
    public void scalar(int depth, Scalar kind, ScannedText text, long number) {
        if (depth == MEMBER) {
            member(Flag.of(kind), false);
        } else if (depth == FIELD && inResults) {
            field(kind == Scalar.TEXT && text.is("push"), kind == Scalar.TRUE);
        }
    }

    @Override
    Answer answer() {
        return switch (success) {
            case TRUE -> {
                long stored = Math.max(0, pushes.count() - duplicates);
                yield new Answer.Counted(stored, pushes.count(), 0, duplicateBytes, false);
            }
            case FALSE -> new Answer.Counted(0, pushes.count(), 0, pushes.payloadBytes(), true);
            case MISSING -> new Answer.Unreadable("a transaction is answered with a boolean success");
        };
    }

    private void member(Flag flag, boolean isArray) {
        switch (member) {
            case SUCCESS -> success = flag;
            case RESULTS -> {
                inResults = isArray;
                pushIndex = 0;
                duplicates = 0;
                duplicateBytes = 0;
            }
            case OTHER -> {}
        }
    }

    private void field(boolean saysPush, boolean saysTrue) {
        switch (field) {
            case TYPE -> isPush = saysPush;
            case DUPLICATE -> isDuplicate = saysTrue;
            case OTHER -> {}
        }
    }
}
