package queencell.gate.stage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The last refusals of this replica, oldest dropped (runtime, 17.2). Thread-safe.
public final class TraceRing {
    private static final int MOST = 500;

    private final ArrayDeque<Trace> traces = new ArrayDeque<>(MOST);

    /// A claim that a budget refused.
    ///
    /// @param at epoch milliseconds
    public record Trace(long at, String application, String graph, String node, String path, String budget) {}

    synchronized void add(Trace trace) {
        if (traces.size() == MOST) {
            traces.removeFirst();
        }
        traces.addLast(trace);
    }

    /// Newest first.
    public synchronized List<Trace> newest(int limit) {
        var newest = new ArrayList<Trace>(Math.min(limit, traces.size()));
        for (var each = traces.descendingIterator(); each.hasNext() && newest.size() < limit; ) {
            newest.add(each.next());
        }
        return newest;
    }

    /// Takes everything out, oldest first, for a store.
    public synchronized List<Trace> drain() {
        List<Trace> all = List.copyOf(traces);
        traces.clear();
        return all;
    }

    /// Puts back what could not be stored, in front of newer ones; what does not fit is dropped, oldest first.
    public synchronized void putBack(List<Trace> drained) {
        for (int i = drained.size() - 1; i >= 0 && traces.size() < MOST; i--) {
            traces.addFirst(drained.get(i));
        }
    }
}
