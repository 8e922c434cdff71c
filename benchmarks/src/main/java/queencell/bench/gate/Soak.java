package queencell.bench.gate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// Whether Gate's memory stays where it is: a steady trickle through three hops, a redeclaration every minute, and its
/// resident memory read beside them.
final class Soak {
    private static final int RATE = 3;
    private static final int LIMIT_MIB = 450;
    /// The resident memory of a JVM that leaks nothing goes up and down by some pages.
    private static final double FLAT = 1.03;

    private final Place place;
    private final int minutes;
    private final String name = "soak-" + Long.toString(System.currentTimeMillis(), 36);
    private final String out = "bench.%s.out".formatted(name);

    Soak(Place place, int minutes) {
        this.place = place;
        this.minutes = minutes;
    }

    void run(Table table) throws InterruptedException {
        List<Long> residents = new ArrayList<>();
        try (var gate = new Gate(place.gateUrl(), place.gateCell())) {
            gate.declare(name, document(1000));
            var ends = new AtomicBoolean();
            var producer = Thread.ofPlatform().start(() -> produce(ends));
            var consumer = Thread.ofPlatform().start(() -> consume(ends));
            for (int minute = 0; minute < minutes; minute++) {
                Thread.sleep(Duration.ofMinutes(1));
                residents.add(place.gateResidentMib());
                System.err.printf("minute %d: %d MiB%n", minute + 1, residents.getLast());
                gate.declare(name, document(minute % 2 == 0 ? 900 : 1000));
            }
            ends.set(true);
            producer.join();
            consumer.join();
            gate.delete(name);
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

    private String document(int count) {
        String budgets = "'budgets':[{'id':'b','count':%d,'timeMs':1000}]".formatted(count);
        return ("{'version':1,'nodes':{'a':{'ingress':true,%1$s},'b':{%1$s},'c':{'egress':'%2$s',%1$s}},"
                        + "'paths':[{'name':'main','nodes':['a','b','c']}]}")
                .formatted(budgets, out);
    }

    private void produce(AtomicBoolean ends) {
        try (var broker = new Broker(place.brokerUrl())) {
            for (int i = 0; !ends.get(); i++) {
                broker.push("gate.bench.%s.a.ingress".formatted(name), "p" + i % 16, "{\"n\":%d}".formatted(i));
                LockSupport.parkNanos(Duration.ofSeconds(1).dividedBy(RATE).toNanos());
            }
        }
    }

    private void consume(AtomicBoolean ends) {
        try (var broker = new Broker(place.brokerUrl())) {
            while (!ends.get()) {
                broker.take(out);
            }
            broker.delete(out);
        }
    }
}
