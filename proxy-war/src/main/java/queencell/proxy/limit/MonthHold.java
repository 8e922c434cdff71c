package queencell.proxy.limit;

import java.util.concurrent.atomic.AtomicLong;

/// Messages of one request that its cluster's monthly quota keeps free until the answer says what became of them.
/// Given back once, however often it is told.
public final class MonthHold {
    /// Of a request without messages, or a cluster without a quota.
    public static final MonthHold NOTHING = new MonthHold(new MonthlyAccount(), 0);

    private final MonthlyAccount account;
    private final AtomicLong messages;

    MonthHold(MonthlyAccount account, long messages) {
        this.account = account;
        this.messages = new AtomicLong(messages);
    }

    /// What was used of it is counted by then: counting first and giving back second never lets anybody in between.
    public void release() {
        long held = messages.getAndSet(0);
        if (held > 0) {
            account.giveBack(held);
        }
    }
}
