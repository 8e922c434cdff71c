package queencell.gate.api;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import queencell.gate.document.Budget;
import queencell.gate.document.Confidence;
import queencell.gate.graph.GraphRuntime;

/// Counts numbers that nobody can vouch for (runtime, 16.11). Graphs that only watch are left out. Pure.
final class Provenance {
    private static final int STALE_DAYS = 90;

    private Provenance() {}

    static long assumed(List<GraphRuntime> runtimes) {
        return budgets(runtimes)
                .filter(budget -> budget.confidence() == Confidence.ASSUMED)
                .count();
    }

    /// Looked up more than 90 days ago; a date that cannot be read is not stale.
    static long stale(List<GraphRuntime> runtimes, LocalDate today) {
        return budgets(runtimes)
                .filter(budget -> budget.asOf()
                        .flatMap(Provenance::date)
                        .filter(today.minusDays(STALE_DAYS)::isAfter)
                        .isPresent())
                .count();
    }

    /// The text is free (document, 1.4); only one that is wholly a date or an instant says when.
    private static Optional<LocalDate> date(String asOf) {
        try {
            var form = asOf.indexOf('T') < 0 ? DateTimeFormatter.ISO_LOCAL_DATE : DateTimeFormatter.ISO_DATE_TIME;
            return Optional.of(form.parse(asOf, LocalDate::from));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    private static Stream<Budget> budgets(List<GraphRuntime> runtimes) {
        return runtimes.stream()
                .filter(runtime -> runtime.plan().watch().isEmpty())
                .flatMap(runtime -> runtime.document().nodes().values().stream())
                .flatMap(node -> node.budgets().stream());
    }
}
