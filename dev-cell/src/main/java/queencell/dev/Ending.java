package queencell.dev;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import queencell.dev.process.Executables;
import queencell.dev.process.Signal;

/// Ends the processes of a cell in order: proxy and Gate drain first, then the broker, which a parked poll would keep
/// alive, then PostgreSQL, which all of them write to.
public final class Ending {

    /// The proxy's own grace is 25 + 5 s (pipeline, 14.3).
    private static final Duration DRAIN = Duration.ofSeconds(45);

    private static final List<List<Part>> ORDER =
            List.of(List.of(Part.PROXY, Part.GATE), List.of(Part.BROKER), List.of(Part.POSTGRES));

    private Ending() {}

    /// Ends whatever of these parts still lives. Never touches a process that is not the one in the state.
    public static void end(List<CellState.PartState> parts, Progress progress) {
        for (List<Part> together : ORDER) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                parts.stream()
                        .filter(state -> together.contains(state.part()))
                        .forEach(state -> threads.submit(() -> end(state, progress)));
            }
        }
    }

    static void end(CellState.PartState state, Progress progress) {
        if (state.mark().alive()) {
            boolean byItself = state.mark().end(signal(state.part()), DRAIN);
            progress.step(
                    byItself
                            ? "%s ended".formatted(state.part().title())
                            : "%s did not end within %d s and was killed"
                                    .formatted(state.part().title(), DRAIN.toSeconds()));
        }
        cleanUp(state);
    }

    /// Ends one part without a chance to drain.
    static void kill(CellState.PartState state) {
        state.mark().kill();
        cleanUp(state);
    }

    private static void cleanUp(CellState.PartState state) {
        if (!state.cleanup().isEmpty()) {
            Executables.ask(state.cleanup(), Map.copyOf(System.getenv()), Duration.ofSeconds(20));
        }
    }

    private static Signal signal(Part part) {
        return part == Part.POSTGRES ? Signal.INT : Signal.TERM;
    }
}
