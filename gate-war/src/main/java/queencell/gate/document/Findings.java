package queencell.gate.document;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Collects findings in the order in which they are made. Not thread-safe: one validation owns it.
///
/// A body of two megabytes can hold a million mistakes. Beyond a number of them only the first of each further rule is
/// kept, so that no rule is silent, and the rest is counted.
public final class Findings {

    /// More than anybody corrects at once, and few enough for one answer.
    public static final int MOST_PROBLEMS = 500;

    private final List<Finding> found = new ArrayList<>();
    private final Set<String> rules = new HashSet<>();
    private final int most;
    private int size;
    private boolean cutShort;

    public Findings() {
        this(MOST_PROBLEMS);
    }

    /// @param most findings that are all kept
    public Findings(int most) {
        this.most = most;
    }

    /// @param detail a format of [String#format], in the root locale
    public void add(String rule, String path, String detail, Object... arguments) {
        size++;
        if (rules.add(rule) || size <= most) {
            found.add(new Finding(rule, path, String.format(java.util.Locale.ROOT, detail, arguments)));
        }
    }

    /// How many were made, the ones that were only counted included.
    public int size() {
        return size;
    }

    public boolean none() {
        return size == 0;
    }

    /// Whether nothing further would be told; a reader that asks stops then. What it would keep of each mistake is
    /// more than the mistake takes in the body.
    boolean endsReading() {
        cutShort |= size > most;
        return cutShort;
    }

    /// Whether there was more to read.
    public boolean cutShort() {
        return cutShort;
    }

    /// What was kept and, when that is not all, one entry that says how many more there are.
    public List<Finding> list() {
        int more = size - found.size();
        if (more == 0) {
            return List.copyOf(found);
        }
        List<Finding> all = new ArrayList<>(found);
        Finding last = found.getLast();
        String rest = cutShort
                ? "And more: the rest was not read. Correct these first."
                : "And " + more + " more of the rules named here, which are not listed.";
        all.add(new Finding(last.rule(), last.path(), rest));
        return List.copyOf(all);
    }
}
