package queencell.proxy.inspect;

/// `{"success":true,"result":"moved","replayedAs":{"status":"queued"}}` (broker wire, 14): whether a dead letter was
/// stored again. Brokers before 1.6.0 give no `result`; there the status of what was replayed must confirm it.
final class ReplayAnswer extends AnswerEvents {
    private static final int ROOT = 0;
    private static final int MEMBER = 1;
    private static final int FIELD = 2;

    private enum Member {
        SUCCESS,
        RESULT,
        REPLAYED_AS,
        OTHER
    }

    /// What a text that may be missing says.
    private enum Word {
        MISSING,
        CONFIRMS,
        DENIES
    }

    private boolean isObject;
    private Member member = Member.OTHER;
    private Flag success = Flag.MISSING;
    private Word result = Word.MISSING;
    private Word status = Word.MISSING;
    private boolean inReplayedAs;
    private boolean atStatus;

    @Override
    public boolean readsTextsAt(int depth) {
        return depth == MEMBER || (depth == FIELD && inReplayedAs);
    }

    @Override
    public void key(int depth, ScannedText key) {
        if (depth == MEMBER) {
            member = memberOf(key);
        } else {
            atStatus = key.is("status");
        }
    }

    @Override
    public void start(int depth, boolean isArray) {
        switch (depth) {
            case ROOT -> isObject = !isArray;
            case MEMBER -> member(Flag.MISSING, false, !isArray);
            case FIELD -> {
                if (inReplayedAs && atStatus) {
                    status = Word.DENIES;
                }
            }
            default -> {}
        }
    }

    @Override
    public void end(int depth) {
        if (depth == MEMBER) {
            inReplayedAs = false;
        }
    }

    @Override
    public void scalar(int depth, Scalar kind, ScannedText text, long number) {
        if (depth == MEMBER) {
            member(Flag.of(kind), kind == Scalar.TEXT && text.is("moved"), false);
        } else if (depth == FIELD && inReplayedAs && atStatus) {
            boolean isStored = kind == Scalar.TEXT && (text.is("queued") || text.is("buffered"));
            status = isStored ? Word.CONFIRMS : Word.DENIES;
        }
    }

    @Override
    Answer answer() {
        if (!isObject) {
            return new Answer.Unreadable("a replay is answered with an object");
        }
        boolean isStored = switch (result) {
            case CONFIRMS -> true;
            case DENIES -> false;
            case MISSING -> status != Word.DENIES;
        };
        return Answer.Counted.of(success == Flag.TRUE && isStored ? 1 : 0);
    }

    private void member(Flag flag, boolean saysMoved, boolean startsObject) {
        switch (member) {
            case SUCCESS -> success = flag;
            case RESULT -> result = saysMoved ? Word.CONFIRMS : Word.DENIES;
            case REPLAYED_AS -> {
                inReplayedAs = startsObject;
                status = Word.MISSING;
                atStatus = false;
            }
            case OTHER -> {}
        }
    }

    private static Member memberOf(ScannedText key) {
        if (key.is("success")) {
            return Member.SUCCESS;
        }
        if (key.is("result")) {
            return Member.RESULT;
        }
        return key.is("replayedAs") ? Member.REPLAYED_AS : Member.OTHER;
    }
}
