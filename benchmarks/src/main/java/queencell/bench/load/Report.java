package queencell.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import queencell.bench.load.Comparison.Figures;
import queencell.bench.load.Comparison.Kind;
import queencell.bench.load.Comparison.Outcome;
import queencell.dev.Progress;

/// Writes what was measured as Markdown. A figure that misses its target is bold.
final class Report {
    private final List<String> lines = new ArrayList<>();

    /// The table of the targets, one column for each kind of load.
    Report targets(Map<Outcome, Target> columns) {
        row(
                "",
                columns,
                each -> each.getKey().shape().name() + " " + each.getKey().connections());
        lines.add("| --- |" + " --- |".repeat(columns.size()));
        row(
                "CPU, µs",
                columns,
                each -> marked(
                        "%.0f".formatted(each.getKey().of(Kind.PROXY).cpuMicros()),
                        each.getValue().cpuMet(each.getKey()),
                        "%.0f".formatted(each.getValue().cpuMicros())));
        row(
                "of nginx's throughput",
                columns,
                each -> marked(
                        "%.2f".formatted(Target.ratio(each.getKey())),
                        each.getValue().throughputMet(each.getKey()),
                        "%.2f".formatted(each.getValue().ofNginx())));
        row(
                "p99 over nginx's",
                columns,
                each -> marked(
                        each.getValue().latency(each.getKey()),
                        each.getValue().latencyMet(each.getKey()),
                        each.getValue().p99().toString()));
        lines.add("");
        return this;
    }

    /// The proxy beside the one of another build, where there is one.
    Report against(List<Outcome> outcomes) {
        List<Outcome> both = outcomes.stream()
                .filter(outcome -> outcome.figures().containsKey(Kind.OTHER))
                .toList();
        if (!both.isEmpty()) {
            lines.add("| Against the other build | CPU | a second | p50, ms | p99, ms |");
            lines.add("| --- | --- | --- | --- | --- |");
            both.forEach(outcome -> lines.add(against(outcome)));
            lines.add("");
        }
        return this;
    }

    private static String against(Outcome outcome) {
        Figures ours = outcome.of(Kind.PROXY);
        Figures other = outcome.of(Kind.OTHER);
        return "| %s %d | x %.2f | x %.2f | %+.2f | %+.1f |"
                .formatted(
                        outcome.shape().name(),
                        outcome.connections(),
                        ours.cpuMicros() / other.cpuMicros(),
                        ours.perSecond() / other.perSecond(),
                        ours.p50Millis() - other.p50Millis(),
                        ours.p99Millis() - other.p99Millis());
    }

    /// Everything that was measured, ways side by side.
    Report details(List<Outcome> outcomes) {
        lines.add("| | way | a second | of direct | CPU, µs | p50, ms | p99, ms | others, cores |");
        lines.add("| --- | --- | --- | --- | --- | --- | --- | --- |");
        for (Outcome outcome : outcomes) {
            outcome.figures().forEach((kind, figures) -> lines.add(detail(outcome, kind, figures)));
        }
        lines.add("");
        return this;
    }

    private static String detail(Outcome outcome, Kind kind, Figures figures) {
        return "| %s %d | %s | %.0f | %.2f | %s | %.2f | %.1f | %.2f |"
                .formatted(
                        outcome.shape().name(),
                        outcome.connections(),
                        kind.name().toLowerCase(java.util.Locale.ROOT),
                        figures.perSecond(),
                        figures.perSecond() / outcome.of(Kind.DIRECT).perSecond(),
                        kind == Kind.DIRECT ? "" : "%.1f".formatted(figures.cpuMicros()),
                        figures.p50Millis(),
                        figures.p99Millis(),
                        figures.strangers());
    }

    Report line(String text) {
        lines.add(text);
        return this;
    }

    /// @param found with its unit
    static String marked(String found, boolean met, String target) {
        return (met ? found : "**" + found + "**") + " (" + target + ")";
    }

    private void row(String head, Map<Outcome, Target> columns, Function<Map.Entry<Outcome, Target>, String> cell) {
        lines.add(
                "| " + head + " | " + columns.entrySet().stream().map(cell).collect(Collectors.joining(" | ")) + " |");
    }

    /// Prints it, and leaves it in a file.
    void publish(Path file, Progress progress) throws IOException {
        String text = String.join("\n", lines) + "\n";
        Files.writeString(file, text);
        System.out.print(text);
        progress.step("written to " + file);
    }
}
