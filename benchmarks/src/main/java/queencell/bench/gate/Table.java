package queencell.bench.gate;

import java.util.ArrayList;
import java.util.List;

/// The figures with their targets, as Markdown; one that misses its target is bold.
final class Table {
    private final List<String> rows = new ArrayList<>();

    void row(String figure, String target, String found, boolean met) {
        String line = "| %s | %s | %s |".formatted(figure, target, met ? found : "**" + found + "**");
        rows.add(line);
        System.err.println(line);
    }

    /// A figure that nobody set a target for.
    void note(String figure, String found) {
        row(figure, "", found, true);
    }

    String text() {
        return "| Figure | Target | Found |\n| --- | --- | --- |\n" + String.join("\n", rows) + "\n";
    }
}
