package queencell.proxy.limit;

/// How far one cluster is into its monthly quota. Thread-safe.
final class MonthlyAccount {
    private long used;
    private long held;
    private long quota;

    synchronized State add(long messages) {
        used = saturatingSum(used, messages);
        return state();
    }

    /// What is held stays: the requests that hold it are still out.
    synchronized State settle(long usedNow, long quotaNow) {
        used = usedNow;
        quota = quotaNow;
        return state();
    }

    /// Holds all of it as soon as anything is left, so that exactly one request may cross the quota.
    synchronized MonthRoom hold(long messages) {
        State now = state();
        if (now.taken() >= quota) {
            return new MonthRoom.Refused(quota, now.isFull());
        }
        held = saturatingSum(held, messages);
        return new MonthRoom.Kept(new MonthHold(this, messages));
    }

    synchronized void giveBack(long messages) {
        held = Math.max(0, held - messages);
    }

    synchronized State state() {
        return new State(used, held, quota);
    }

    /// @param used messages of the month
    /// @param held of requests that are out, and may become used
    record State(long used, long held, long quota) {
        boolean isFull() {
            return used >= quota;
        }

        long taken() {
            return saturatingSum(used, held);
        }
    }

    private static long saturatingSum(long left, long right) {
        long sum = left + right;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
