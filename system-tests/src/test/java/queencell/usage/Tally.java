package queencell.usage;

import java.util.Map;
import java.util.TreeMap;

/// What one cluster should be billed, by class. One thread at a time.
final class Tally {
    private final Map<String, Counted> classes = new TreeMap<>();

    /// The four counters of a row.
    record Counted(long reqs, long msgs, long bytesIn, long bytesOut) {
        Counted plus(Counted more) {
            return new Counted(reqs + more.reqs, msgs + more.msgs, bytesIn + more.bytesIn, bytesOut + more.bytesOut);
        }
    }

    /// @param op as `usage_minutes.op_class` calls it
    void add(String op, Counted more) {
        classes.merge(op, more, Counted::plus);
    }

    Map<String, Counted> classes() {
        return classes;
    }
}
