package queencell.bench.gate;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// How long an item takes through Gate at a steady rate, from before its push until a worker has it.
final class Latency {
    /// Far above the offered rate, and what one worker is counted on.
    private static final String BUDGET = "'budgets':[{'id':'b','count':1000,'timeMs':1000}]";

    private final Place place;
    private final int seconds;
    private final String run = Long.toString(System.currentTimeMillis(), 36);

    Latency(Place place, int seconds) {
        this.place = place;
        this.seconds = seconds;
    }

    void run(Table table) throws InterruptedException {
        measure(1, 50);
        row(table, 1, 50, 11, 30);
        floor(table, 50);
        row(table, 1, 150, 11, 30);
        floor(table, 150);
        row(table, 3, 150, 60, 200);
    }

    private void row(Table table, int hops, int rate, int p50, int p99) throws InterruptedException {
        double[] millis = measure(hops, rate);
        double median = millis[millis.length / 2];
        double worst = millis[Math.min(millis.length - 1, millis.length * 99 / 100)];
        table.row(
                "%d hop(s) at %d/s".formatted(hops, rate),
                "p50 %d, p99 %d ms".formatted(p50, p99),
                "p50 %.1f, p99 %.1f ms".formatted(median, worst),
                median <= p50 && worst <= p99);
    }

    /// The same way with the plainest relay instead of Gate, one worker as well: what three calls of the broker take.
    private void floor(Table table, int rate) throws InterruptedException {
        String source = "bench.lat-%s-floor-%d".formatted(run, rate);
        var relay = new FloorRelay(place.brokerUrl(), source, 1, false);
        var relaying = Thread.ofPlatform().start(() -> {
            try {
                // it ends a second before the last push: it would wait for more
                relay.relay(rate * (seconds + 1));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        double[] millis = taken(source, source + "-out", rate);
        relaying.join();
        table.note(
                "1 hop at %d/s by the plain relay".formatted(rate),
                "p50 %.1f, p99 %.1f ms".formatted(millis[millis.length / 2], millis[millis.length * 99 / 100]));
    }

    private double[] measure(int hops, int rate) throws InterruptedException {
        String name = "lat-%s-%d-%d".formatted(run, hops, rate);
        String out = "bench.%s.out".formatted(name);
        try (var gate = new Gate(place.gateUrl(), place.gateCell())) {
            gate.declare(name, document(hops, out));
            double[] millis = taken("gate.bench.%s.n0.ingress".formatted(name), out, rate);
            gate.delete(name);
            return millis;
        }
    }

    /// Milliseconds from before each push into the one queue until somebody has it from the other, in order.
    private double[] taken(String queue, String out, int rate) throws InterruptedException {
        try (var broker = new Broker(place.brokerUrl())) {
            var ends = new AtomicBoolean();
            var producer = Thread.ofPlatform().start(() -> produce(queue, rate, ends));
            var taken = new double[rate * (seconds + 30)];
            int count = 0;
            long end = System.nanoTime() + Duration.ofSeconds(seconds + 2L).toNanos();
            long counted = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            while (System.nanoTime() < end) {
                for (var message : broker.take(out)) {
                    long now = System.nanoTime();
                    if (now > counted && count < taken.length) {
                        taken[count++] = (now - message.at("/data/sent").asLong()) / 1e6;
                    }
                }
            }
            ends.set(true);
            producer.join();
            broker.delete(out);
            double[] all = Arrays.copyOf(taken, count);
            Arrays.sort(all);
            return all;
        }
    }

    private static String document(int hops, String out) {
        var nodes = new StringBuilder();
        var path = new StringBuilder();
        for (int i = 0; i < hops; i++) {
            nodes.append(i == 0 ? "" : ",").append("'n%d':{%s".formatted(i, BUDGET));
            nodes.append(i == 0 ? ",'ingress':true" : "");
            nodes.append(i == hops - 1 ? ",'egress':'%s'}".formatted(out) : "}");
            path.append(i == 0 ? "" : ",").append("'n%d'".formatted(i));
        }
        return "{'version':1,'nodes':{%s},'paths':[{'name':'main','nodes':[%s]}]}".formatted(nodes, path);
    }

    /// Keeps to a schedule: a late push is not made up for by later ones.
    private void produce(String queue, int rate, AtomicBoolean ends) {
        try (var broker = new Broker(place.brokerUrl())) {
            long begun = System.nanoTime();
            for (long i = 0; !ends.get(); i++) {
                long due = begun + i * 1_000_000_000L / rate;
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                broker.push(queue, "p" + i % 16, "{\"n\":%d,\"sent\":%d}".formatted(i, System.nanoTime()));
            }
        }
    }
}
