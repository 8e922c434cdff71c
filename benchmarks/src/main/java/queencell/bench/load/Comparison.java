package queencell.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import queencell.dev.Progress;

/// Drives every way with the same requests, one window after the other, the order turned round every second
/// time.
final class Comparison {
    /// What stands between client and broker.
    enum Kind {
        DIRECT,
        NGINX,
        PROXY,
        /// The proxy of another build.
        OTHER
    }

    private static final int WARM_UP_PIECES = 4;

    private final Wrk wrk;
    private final Map<Kind, Way> ways;
    /// Processes whose CPU time is nobody's price and no stranger's either.
    private final List<Long> own;
    private final Progress progress;

    /// One window.
    ///
    /// @param cpuMicros user and system time of the way's processes, per answer
    /// @param strangers cores that the rest of the machine took
    private record Window(Wrk.Result result, double cpuMicros, double strangers) {}

    /// Medians over the windows of one way.
    record Figures(double perSecond, double cpuMicros, double p50Millis, double p99Millis, double strangers) {}

    /// @param problems answers that were not the expected ones; empty in a good run
    record Outcome(Shape shape, int connections, Map<Kind, Figures> figures, List<String> problems) {
        Figures of(Kind kind) {
            return figures.get(kind);
        }
    }

    Comparison(Wrk wrk, Map<Kind, Way> ways, List<Long> own, Progress progress) {
        this.wrk = wrk;
        this.ways = new EnumMap<>(ways);
        this.own = List.copyOf(own);
        this.progress = progress;
    }

    /// Load on the proxies before anything is measured: their JVMs compile what is hot. Goes on beyond `time`, up
    /// to four times as long, while the CPU time of a request still falls: on a busy machine the compiler gets no
    /// core.
    void warmUp(Shape shape, int connections, Duration time) {
        ways.forEach((kind, way) -> {
            if (kind == Kind.PROXY || kind == Kind.OTHER) {
                warmUp(way, shape, connections, time);
            }
        });
    }

    private void warmUp(Way way, Shape shape, int connections, Duration time) {
        Duration piece = Duration.ofSeconds(Math.max(1, time.toSeconds() / WARM_UP_PIECES));
        double before = Double.MAX_VALUE;
        for (int pieces = 1; pieces <= 4 * WARM_UP_PIECES; pieces++) {
            Window warm = measure(way, shape, connections, piece);
            progress.step("warm-up of %s with %s: %.0f a second, %.1f µs"
                    .formatted(way.name(), shape.name(), warm.result().perSecond(), warm.cpuMicros()));
            if (pieces >= WARM_UP_PIECES && warm.cpuMicros() > 0.95 * before) {
                return;
            }
            before = warm.cpuMicros();
        }
    }

    Outcome run(Shape shape, int connections, Duration window, int rounds) {
        Map<Kind, List<Window>> windows = new EnumMap<>(Kind.class);
        List<String> problems = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            List<Kind> order = List.copyOf(ways.keySet());
            for (Kind kind : round % 2 == 0 ? order : order.reversed()) {
                Window measured = measure(ways.get(kind), shape, connections, window);
                windows.computeIfAbsent(kind, _ -> new ArrayList<>()).add(measured);
                Wrk.Result result = measured.result();
                if (!result.clean()) {
                    problems.add("%s %d over %s: %d wrong answers (%s), %d errors of %d requests"
                            .formatted(
                                    shape.name(),
                                    connections,
                                    ways.get(kind).name(),
                                    result.wrong(),
                                    result.example().isEmpty() ? "none" : result.example(),
                                    result.errors(),
                                    result.requests()));
                }
                progress.step("%s %d %s: %.0f a second, %.1f µs, p99 %.1f ms, others %.2f cores"
                        .formatted(
                                shape.name(),
                                connections,
                                ways.get(kind).name(),
                                result.perSecond(),
                                measured.cpuMicros(),
                                millis(result.p99()),
                                measured.strangers()));
            }
        }
        Map<Kind, Figures> figures = new EnumMap<>(Kind.class);
        windows.forEach((kind, all) -> figures.put(kind, medians(all)));
        return new Outcome(shape, connections, figures, List.copyOf(problems));
    }

    private Window measure(Way way, Shape shape, int connections, Duration window) {
        List<Long> ours = new ArrayList<>(own);
        ours.addAll(way.pids());
        Duration priceBefore = Cpu.of(way.pids());
        Duration oursBefore = Cpu.of(ours).plus(Cpu.ofEndedChildren());
        Duration machineBefore = Cpu.ofMachine();
        long begunNanos = System.nanoTime();
        Wrk.Result result = wrk.run(way, shape, connections, window);
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        Duration price = Cpu.of(way.pids()).minus(priceBefore);
        Duration machine = Cpu.ofMachine().minus(machineBefore);
        Duration known = Cpu.of(ours).plus(Cpu.ofEndedChildren()).minus(oursBefore);
        double strangers = Math.max(0, machine.minus(known).toNanos() / 1e9 / seconds);
        return new Window(result, price.toNanos() / 1e3 / Math.max(1, result.requests()), strangers);
    }

    private static Figures medians(List<Window> windows) {
        return new Figures(
                median(windows, window -> window.result().perSecond()),
                median(windows, Window::cpuMicros),
                median(windows, window -> millis(window.result().p50())),
                median(windows, window -> millis(window.result().p99())),
                median(windows, Window::strangers));
    }

    private static double median(List<Window> windows, ToDoubleFunction<Window> figure) {
        List<Double> sorted = windows.stream()
                .map(figure::applyAsDouble)
                .sorted(Comparator.naturalOrder())
                .toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }
}
