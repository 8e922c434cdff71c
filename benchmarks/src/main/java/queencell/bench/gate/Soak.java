package queencell.bench.gate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Whether Gate's memory stays where it is: a steady trickle through three hops, a redeclaration every minute, and its
/// resident memory read beside them.
final class Soak {
    private static final int RATE = 3;
    private static final int LIMIT_MIB = 450;
    /// The resident memory of a JVM that leaks nothing goes up and down by some pages.
    private static final double FLAT = 1.03;

    private final Place place;
    private final int minutes;
    private final ThreeHops graph = new ThreeHops("soak-" + Long.toString(System.currentTimeMillis(), 36));

    Soak(Place place, int minutes) {
        this.place = place;
        this.minutes = minutes;
    }

    void run(Table table) throws InterruptedException {
        List<Long> residents = new ArrayList<>();
        try (var gate = new Gate(place.gateUrl(), place.gateCell())) {
            gate.declare(graph.name(), graph.document(1000));
            var ends = new AtomicBoolean();
            var producer = Thread.ofPlatform()
                    .start(() -> graph.trickle(
                            place.brokerUrl(), Duration.ofSeconds(1).dividedBy(RATE), ends));
            var consumer = Thread.ofPlatform().start(() -> consume(ends));
            for (int minute = 0; minute < minutes; minute++) {
                Thread.sleep(Duration.ofMinutes(1));
                residents.add(place.gateResidentMib());
                System.err.printf("minute %d: %d MiB%n", minute + 1, residents.getLast());
                gate.declare(graph.name(), graph.document(minute % 2 == 0 ? 900 : 1000));
            }
            ends.set(true);
            producer.join();
            consumer.join();
            gate.delete(graph.name());
        }
        long early = medianOf(residents.subList(0, Math.max(1, minutes / 4)));
        long late = medianOf(residents.subList(minutes - Math.max(1, minutes / 4), minutes));
        table.row(
                "resident over %d minutes".formatted(minutes),
                LIMIT_MIB + " MiB and flat",
                "%d MiB in the first quarter, %d in the last".formatted(early, late),
                late <= LIMIT_MIB && late <= early * FLAT);
    }

    private static long medianOf(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private void consume(AtomicBoolean ends) {
        try (var broker = new Broker(place.brokerUrl())) {
            while (!ends.get()) {
                broker.take(graph.egress());
            }
            broker.delete(graph.egress());
        }
    }
}
