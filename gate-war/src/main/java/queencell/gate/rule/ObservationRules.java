package queencell.gate.rule;

import java.util.List;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.StagePlan;

/// Watch, counters and the size of the whole graph (document, 9.2).
final class ObservationRules {

    static final long SHORTEST_WATCH_SECONDS = 120;
    static final long LONGEST_WATCH_SECONDS = 2_592_000;
    static final long MOST_WORKERS = 4096;
    static final long MOST_ATTEMPTS = 20;

    static final List<Rule> RULES = List.of(
            Rule.graph(
                    "watch-duration",
                    "an observation too short to say anything, or longer than the history is kept",
                    Example.at("/watch", "{\"durationSeconds\": 60}", "{\"durationSeconds\": 86400}"),
                    ObservationRules::watchDuration),
            Rule.graph(
                    "watch-start",
                    "an observation without a valid end",
                    Example.at(
                            "/watch",
                            "{\"durationSeconds\": 86400, \"startedAt\": -1}",
                            "{\"durationSeconds\": 86400, \"startedAt\": 1755763200000}"),
                    ObservationRules::watchStart),
            Rule.graph(
                    "counters-window",
                    "roll-ups that nothing writes",
                    Example.at("/counters", "{\"windowSeconds\": 30}", "{\"windowSeconds\": 60}"),
                    ObservationRules::countersWindow),
            Rule.graph(
                            "graph-workers",
                            "a number in a document that exhausts the replica before anything runs",
                            Example.at("/nodes/door/concurrency", "5000", "64"),
                            ObservationRules::graphWorkers)
                    .stoppingStored(),
            Rule.graph(
                    "max-attempts-range",
                    "items that may never re-enter, or circulate endlessly",
                    Example.at("/maxAttempts", "0", "5"),
                    ObservationRules::maxAttemptsRange));

    private ObservationRules() {}

    static void watchDuration(Subject subject, Report report) {
        subject.document().watch().ifPresent(watch -> {
            long seconds = watch.durationSeconds();
            if (seconds < SHORTEST_WATCH_SECONDS || seconds > LONGEST_WATCH_SECONDS) {
                report.add(
                        "/watch/durationSeconds",
                        "`watch.durationSeconds` is %d. Less than %d says nothing about a series of minutes, more than %d"
                                + " outlives the history that is kept; the end of a watch never starts enforcement. Choose"
                                + " %2$d to %3$d.",
                        seconds,
                        SHORTEST_WATCH_SECONDS,
                        LONGEST_WATCH_SECONDS);
            }
        });
    }

    static void watchStart(Subject subject, Report report) {
        subject.document().watch().ifPresent(watch -> {
            long startedAt = watch.startedAt().orElse(0);
            if (startedAt < 0) {
                report.add(
                        "/watch/startedAt",
                        "`watch.startedAt` is %d, before 1970, so the observation would have no valid end. Omit it: the"
                                + " server sets it.",
                        startedAt);
            }
        });
    }

    static void countersWindow(Subject subject, Report report) {
        subject.document().countersWindowSeconds().ifPresent(seconds -> {
            if (seconds != GraphCompiler.ROLLUP_SECONDS) {
                report.add(
                        "/counters/windowSeconds",
                        "`counters.windowSeconds` is %d, and only roll-ups of %d seconds exist. Set %2$d, or omit"
                                + " `counters`.",
                        seconds,
                        GraphCompiler.ROLLUP_SECONDS);
            }
        });
    }

    static void graphWorkers(Subject subject, Report report) {
        List<StagePlan> stages = subject.plan().stages();
        // at most 4,294,967,295 a stage, so the sum of any body fits
        long workers = stages.stream().mapToLong(StagePlan::concurrency).sum();
        if (workers > MOST_WORKERS) {
            report.add(
                    "/nodes",
                    "%d workers in %d stages, and at most %d are allowed: each is a task and a long poll before anything"
                            + " runs, and so many exhaust the replica. Lower `concurrency` of the nodes or"
                            + " GATE_STAGE_CONCURRENCY, or split the graph.",
                    workers,
                    stages.size(),
                    MOST_WORKERS);
        }
    }

    static void maxAttemptsRange(Subject subject, Report report) {
        subject.document().maxAttempts().ifPresent(attempts -> {
            if (attempts < 1 || attempts > MOST_ATTEMPTS) {
                report.add(
                        "/maxAttempts",
                        "`maxAttempts` is %d. With 0 every re-entry is refused, and without an upper bound an item can"
                                + " circulate endlessly. Choose 1 to %d.",
                        attempts,
                        MOST_ATTEMPTS);
            }
        });
    }
}
