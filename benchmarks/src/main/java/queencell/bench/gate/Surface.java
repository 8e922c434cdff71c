package queencell.bench.gate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// What the API costs, what idleness costs, and how long starts and ends take.
final class Surface {
    private final Place place;
    private final int idleSeconds;
    private final String run = Long.toString(System.currentTimeMillis(), 36);

    Surface(Place place, int idleSeconds) {
        this.place = place;
        this.idleSeconds = idleSeconds;
    }

    void declares(Table table) throws InterruptedException {
        var graph = new ThreeHops("dec-" + run);
        String name = graph.name();
        try (var gate = new Gate(place.gateUrl(), place.gateCell())) {
            gate.declare(name, graph.document(1000));
            var ends = new AtomicBoolean();
            var traffic =
                    Thread.ofPlatform().start(() -> graph.trickle(place.brokerUrl(), Duration.ofMillis(10), ends));
            Thread.sleep(1_000);
            List<Double> unchanged = new ArrayList<>();
            List<Double> changed = new ArrayList<>();
            List<Double> deleted = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                unchanged.add(timed(() -> gate.declare(name, graph.document(1000))));
                changed.add(timed(() -> gate.declare(name, graph.document(900))));
                deleted.add(timed(() -> gate.delete(name)));
                gate.declare(name, graph.document(1000));
                Thread.sleep(200);
            }
            ends.set(true);
            traffic.join();
            gate.delete(name);
            row(table, "PUT unchanged, traffic flowing", 20, unchanged);
            row(table, "PUT changed, traffic flowing", 300, changed);
            row(table, "DELETE, traffic flowing", 300, deleted);
        }
    }

    private static void row(Table table, String figure, double target, List<Double> millis) {
        Collections.sort(millis);
        double median = millis.get(millis.size() / 2);
        table.row(
                figure,
                "%.0f ms".formatted(target),
                "%.0f ms, slowest %.0f".formatted(median, millis.getLast()),
                median <= target);
    }

    private static double timed(Runnable call) {
        long begun = System.nanoTime();
        call.run();
        return (System.nanoTime() - begun) / 1e6;
    }

    void idle(Table table) throws InterruptedException {
        var graph = new ThreeHops("idle-" + run);
        try (var gate = new Gate(place.gateUrl(), place.gateCell())) {
            gate.declare(graph.name(), graph.document(1000));
            Thread.sleep(5_000);
            long calls = gate.brokerCalls();
            Shares before = place.shares();
            Thread.sleep(Duration.ofSeconds(idleSeconds));
            double perMinute = (gate.brokerCalls() - calls) * 60.0 / idleSeconds;
            double core = place.shares().since(before).gate().toNanos() / 1e9 / idleSeconds * 100;
            table.row(
                    "idle, three stages",
                    "10 calls a minute, 0.5 % of a core",
                    "%.1f calls a minute, %.2f %%".formatted(perMinute, core),
                    perMinute <= 10.5 && core <= 0.5);
            gate.delete(graph.name());
        }
    }

    void life(Table table) {
        place.restart()
                .ifPresent(restart -> table.row(
                        "ready, stop, resident after load",
                        "8 s, 2 s, 450 MiB",
                        "%.1f s, %.1f s, %d MiB"
                                .formatted(
                                        restart.ready().toMillis() / 1e3,
                                        restart.stopped().toMillis() / 1e3,
                                        restart.residentMib()),
                        restart.ready().toSeconds() < 8
                                && restart.stopped().toMillis() <= 2_000
                                && restart.residentMib() <= 450));
    }
}
