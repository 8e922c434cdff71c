package queencell.proxy.inspect;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// `{"success":true,"push_results":[{"queue":"o","partition":"Default","status":"queued"},…]}` (broker wire, 17).
///
/// One entry tells about all items of the request that go to its queue and partition; a cycle that was rolled back
/// still
/// lists its entries as queued.
final class CycleAnswer extends AnswerEvents {
    private static final int MEMBER = 1;
    private static final int ENTRY = 2;
    private static final int FIELD = 3;

    private enum Member {
        SUCCESS,
        PUSH_RESULTS,
        OTHER
    }

    private enum Field {
        QUEUE,
        PARTITION,
        STATUS,
        OTHER
    }

    private final PushItems sinks;
    private final Map<QueuePartition, Integer> groups = new HashMap<>();
    private final BitSet queued = new BitSet();
    private Member member = Member.OTHER;
    private Field field = Field.OTHER;
    private Flag success = Flag.MISSING;
    private boolean inResults;
    private String queue = "";
    private String partition = "";
    private boolean isQueued;

    CycleAnswer(PushItems sinks) {
        this.sinks = sinks;
        for (int group = 0; group < sinks.groups().size(); group++) {
            groups.put(sinks.groups().get(group), group);
        }
    }

    @Override
    public boolean readsTextsAt(int depth) {
        return depth == MEMBER || (depth == FIELD && inResults);
    }

    @Override
    public void key(int depth, ScannedText key) {
        if (depth == MEMBER) {
            member = key.is("success") ? Member.SUCCESS : key.is("push_results") ? Member.PUSH_RESULTS : Member.OTHER;
        } else {
            field = fieldOf(key);
        }
    }

    @Override
    public void start(int depth, boolean isArray) {
        switch (depth) {
            case MEMBER -> member(Flag.MISSING, isArray);
            case ENTRY -> {
                queue = "";
                partition = "";
                isQueued = false;
                field = Field.OTHER;
            }
            case FIELD -> field("", false);
            default -> {}
        }
    }

    @Override
    public void end(int depth) {
        if (depth == MEMBER) {
            inResults = false;
        } else if (depth == ENTRY && inResults && isQueued) {
            Integer group = groups.get(new QueuePartition(queue, partition));
            if (group != null) {
                queued.set(group);
            }
        }
    }

    @Override
    public void scalar(int depth, Scalar kind, ScannedText text, long number) {
        if (depth == MEMBER) {
            member(Flag.of(kind), false);
        } else if (depth == FIELD && inResults) {
            boolean isName =
                    kind == Scalar.TEXT && text.isWhole() && (field == Field.QUEUE || field == Field.PARTITION);
            field(isName ? text.asString() : "", kind == Scalar.TEXT && text.is("queued"));
        }
    }

    @Override
    Answer answer() {
        return switch (success) {
            case TRUE -> counted();
            case FALSE -> new Answer.Counted(0, sinks.count(), 0, sinks.payloadBytes(), true);
            case MISSING -> new Answer.Unreadable("a stream cycle is answered with a boolean success");
        };
    }

    private Answer counted() {
        long messages = 0;
        long bytes = 0;
        for (int group = queued.nextSetBit(0); group >= 0; group = queued.nextSetBit(group + 1)) {
            messages += sinks.countOfGroup(group);
            bytes += sinks.payloadBytesOfGroup(group);
        }
        return new Answer.Counted(messages, sinks.count(), 0, sinks.payloadBytes() - bytes, false);
    }

    private void member(Flag flag, boolean isArray) {
        switch (member) {
            case SUCCESS -> success = flag;
            case PUSH_RESULTS -> {
                inResults = isArray;
                queued.clear();
            }
            case OTHER -> {}
        }
    }

    private void field(String name, boolean saysQueued) {
        switch (field) {
            case QUEUE -> queue = name;
            case PARTITION -> partition = name;
            case STATUS -> isQueued = saysQueued;
            case OTHER -> {}
        }
    }

    private static Field fieldOf(ScannedText key) {
        if (key.is("queue")) {
            return Field.QUEUE;
        }
        if (key.is("partition")) {
            return Field.PARTITION;
        }
        return key.is("status") ? Field.STATUS : Field.OTHER;
    }
}
