package queencell.dev.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Says every figure of the demo in plain words and remembers which of them were not as promised.
///
/// Not thread-safe: the demo's main thread speaks.
final class Checks {
    private final PrintStream out;
    private final List<String> broken = new ArrayList<>();

    Checks(PrintStream out) {
        this.out = out;
    }

    void title(String text) {
        out.println();
        out.println(text);
    }

    /// A line that is no claim.
    void say(String text) {
        out.println("    " + text);
    }

    /// A claim that holds when both values are equal.
    void equal(String claim, Object expected, Object actual) {
        settle(Objects.equals(expected, actual), claim, "expected %s, found %s".formatted(expected, actual));
    }

    /// A claim that holds when `holds` is true; `finding` is said when it is not.
    void that(boolean holds, String claim, String finding) {
        settle(holds, claim, finding);
    }

    boolean allHeld() {
        return broken.isEmpty();
    }

    List<String> broken() {
        return List.copyOf(broken);
    }

    private void settle(boolean holds, String claim, String finding) {
        if (holds) {
            out.println("  ✓ " + claim);
        } else {
            out.println("  ✗ " + claim + ": " + finding);
            broken.add(claim + ": " + finding);
        }
    }
}
