package queencell.gate.document;

import java.util.ArrayList;
import java.util.List;

/// Collects findings in the order in which they are made. Not thread-safe: one validation owns it.
public final class Findings {

    private final List<Finding> found = new ArrayList<>();

    /// @param detail a format of [String#format], in the root locale
    public void add(String rule, String path, String detail, Object... arguments) {
        found.add(new Finding(rule, path, String.format(java.util.Locale.ROOT, detail, arguments)));
    }

    public int size() {
        return found.size();
    }

    public boolean none() {
        return found.isEmpty();
    }

    public List<Finding> list() {
        return List.copyOf(found);
    }
}
