package queencell.bench.gate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/// How much of a declared rate is used when more is offered, and that none of it is used twice: windows are counted
/// where they open (runtime, 22.1). That no window is ever over is proven at the increments by the suite `GateLoadIT`.
final class DeclaredRate {
    private final Place place;
    private final int seconds;
    private final String run = Long.toString(System.currentTimeMillis(), 36);
    private int rounds;

    /// One graph under more load than it lets through.
    ///
    /// @param perWindow units that one window admits
    private record Case(
            String words,
            String graph,
            String document,
            int perWindow,
            int windowSeconds,
            int partitions,
            IntFunction<String> more) {
        int perSecond() {
            return perWindow / windowSeconds;
        }
    }

    DeclaredRate(Place place, int seconds) {
        this.place = place;
        this.seconds = seconds;
    }

    void run(Table table) throws Exception {
        Map<String, Double> alone = measured();
        report(table, "one replica", alone);
        var replica = place.replica();
        if (replica.isPresent()) {
            try (AutoCloseable _ = replica.get()) {
                report(table, "two replicas", measured());
            }
        }
    }

    private static void report(Table table, String replicas, Map<String, Double> used) {
        used.forEach((name, part) -> {
            double target = name.startsWith("cut") ? 0.90 : 0.98;
            table.row(
                    "declared rate used, %s, %s".formatted(name, replicas),
                    "%.0f %%".formatted(target * 100),
                    "%.1f %%".formatted(part * 100),
                    part >= target && part <= 1.01);
        });
    }

    private List<Case> cases(int round) {
        return List.of(
                plain("1 s windows", "w1-" + round, 500, 1),
                plain("10 s windows", "w10-" + round, 2000, 10),
                new Case(
                        "cut claims, 20 keys",
                        run + "keys-" + round,
                        document(
                                "keys-" + round,
                                "{'id':'wide','count':200000,'timeMs':1000},{'id':'each','count':10,'timeMs':1000,'scopeBy':'payload.k'}",
                                ""),
                        200,
                        1,
                        20,
                        i -> "\"k\":%d,".formatted(i % 20)),
                new Case(
                        "cut claims, dear items",
                        run + "dear-" + round,
                        document(
                                "dear-" + round,
                                "{'id':'b','count':300,'timeMs':1000}",
                                "'cost':{'path':'payload.c','default':1,'max':7},"),
                        300,
                        1,
                        8,
                        i -> "\"c\":3,"));
    }

    private Case plain(String words, String name, int count, int windowSeconds) {
        return new Case(
                words,
                run + name,
                document(
                        name,
                        "{'id':'b','count':%d,'timeMs':%d,'subWindows':1}".formatted(count, windowSeconds * 1000),
                        ""),
                count,
                windowSeconds,
                16,
                i -> "");
    }

    private String document(String name, String budgets, String more) {
        return "{'version':1,'nodes':{'n':{'batch':200,%s'ingress':true,'egress':'bench.%s.out','budgets':[%s]}},'paths':[{'name':'main','nodes':['n']}]}"
                .formatted(more, run + name, budgets);
    }

    /// All cases side by side, so that one measurement takes as long as its longest window.
    private Map<String, Double> measured() throws InterruptedException {
        List<Case> cases = cases(rounds++);
        try (var broker = new Broker(place.brokerUrl());
                var gate = new Gate(place.gateUrl(), place.gateCell())) {
            var windows = new ArrayList<Windows>();
            for (Case each : cases) {
                gate.declare(each.graph(), each.document());
                broker.fill(
                        "gate.bench.%s.n.ingress".formatted(each.graph()),
                        each.perSecond() * seconds * 3,
                        each.partitions(),
                        each.more());
                windows.add(new Windows(each));
            }
            long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
            while (System.nanoTime() < end) {
                for (Windows each : windows) {
                    each.look(broker);
                }
            }
            Map<String, Double> used = new TreeMap<>();
            for (Windows each : windows) {
                used.put(each.of().words(), each.used());
                gate.delete(each.of().graph());
                broker.delete("bench.%s.out".formatted(each.of().graph()));
            }
            return used;
        }
    }

    /// What came out of one graph, by the time that its stamp says.
    private static final class Windows {
        private final Case of;
        private final TreeMap<Long, Long> costs = new TreeMap<>();

        Windows(Case of) {
            this.of = of;
        }

        Case of() {
            return of;
        }

        void look(Broker broker) {
            broker.take("bench.%s.out".formatted(of.graph()))
                    .forEach(message -> costs.merge(
                            message.at("/data/_gate/at").asLong(),
                            message.at("/data/c").asLong(1),
                            Long::sum));
        }

        /// Between the first window that opened and the last one that was seen to open.
        double used() {
            var opened = new ArrayList<Long>();
            long gap = of.windowSeconds() * 500L;
            long sum = 0;
            long beforeLast = 0;
            long last = Long.MIN_VALUE;
            boolean keyed = of.words().contains("keys");
            for (var entry : costs.entrySet()) {
                if (!keyed && entry.getKey() - last > gap) {
                    opened.add(entry.getKey());
                    beforeLast = sum;
                    last = entry.getKey();
                }
                sum += entry.getValue();
            }
            if (keyed) {
                // twenty windows that open at different times: a plain rate
                double time = (costs.lastKey() - costs.firstKey()) / 1000.0;
                return sum / (time + of.windowSeconds()) / of.perSecond();
            }
            double time = (opened.getLast() - opened.getFirst()) / 1000.0;
            return beforeLast / time / of.perSecond();
        }
    }
}
