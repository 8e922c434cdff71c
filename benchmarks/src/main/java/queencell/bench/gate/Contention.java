package queencell.bench.gate;

import java.util.Arrays;

/// Several stages on one counter, and a burst on one that is scarce (runtime, 22.2 contention and throttled).
final class Contention {
    private static final int PARTITIONS = 8;
    private static final int BURST = 4_000;

    private final Place place;
    private final int items;
    private final String run = Long.toString(System.currentTimeMillis(), 36);

    Contention(Place place, int items) {
        this.place = place;
        this.items = items;
    }

    void run(Table table) throws InterruptedException {
        double alone = passed(1);
        var all = new StringBuilder("%.0f".formatted(alone));
        double most = alone;
        for (int stages : new int[] {2, 4, 8}) {
            most = passed(stages);
            all.append(", %.0f".formatted(most));
        }
        table.row("1, 2, 4, 8 stages on one counter", "flat", all + " items/s", most >= 0.9 * alone);
        throttled(table);
    }

    private double passed(int stages) throws InterruptedException {
        String name = "con-%s-%d".formatted(run, stages);
        var nodes = new StringBuilder();
        var paths = new StringBuilder();
        try (var broker = new Broker(place.brokerUrl());
                var gate = new Gate(place.gateUrl(), place.gateCell())) {
            for (int i = 0; i < stages; i++) {
                String source = "bench.%s.%d.in".formatted(name, i);
                broker.fill(source, items / stages, PARTITIONS, n -> "");
                nodes.append(i == 0 ? "" : ",")
                        .append(
                                "'n%d':{'batch':200,'ingress':{'queue':'%s'},'egress':'bench.%s.out','budgets':[{'id':'b','sharedKey':'%s','count':200000,'timeMs':1000}]}"
                                        .formatted(i, source, name, name));
                paths.append(i == 0 ? "" : ",").append("{'name':'p%1$d','nodes':['n%1$d']}".formatted(i));
            }
            long begun = System.nanoTime();
            gate.declare(name, "{'version':1,'nodes':{%s},'paths':[%s]}".formatted(nodes, paths));
            gate.awaitPassed((long) items / stages * stages);
            double seconds = (System.nanoTime() - begun) / 1e9;
            gate.delete(name);
            broker.delete("bench.%s.out".formatted(name));
            return items / seconds;
        }
    }

    /// How long items of a burst wait that is twice what a window of ten seconds lets through.
    private void throttled(Table table) {
        String name = "thr-" + run;
        String out = "bench.%s.out".formatted(name);
        try (var broker = new Broker(place.brokerUrl());
                var gate = new Gate(place.gateUrl(), place.gateCell())) {
            gate.declare(
                    name,
                    "{'version':1,'nodes':{'n':{'batch':200,'ingress':true,'egress':'%s','budgets':[{'id':'b','count':2000,'timeMs':10000,'subWindows':1}]}},'paths':[{'name':'main','nodes':['n']}]}"
                            .formatted(out));
            long begun = System.nanoTime();
            broker.fill(
                    "gate.bench.%s.n.ingress".formatted(name),
                    BURST,
                    16,
                    n -> "\"sent\":%d,".formatted(System.nanoTime()));
            var millis = new double[BURST];
            int count = 0;
            while (count < BURST && System.nanoTime() - begun < 60_000_000_000L) {
                for (var message : broker.take(out)) {
                    millis[count++] =
                            (System.nanoTime() - message.at("/data/sent").asLong()) / 1e6;
                }
            }
            Arrays.sort(millis, 0, count);
            table.note(
                    "a burst of 4000 on 2000 per 10 s",
                    "all out after %.1f s; waited p50 %.0f, p90 %.0f ms"
                            .formatted((System.nanoTime() - begun) / 1e9, millis[count / 2], millis[count * 9 / 10]));
            gate.delete(name);
            broker.delete(out);
        }
    }
}
