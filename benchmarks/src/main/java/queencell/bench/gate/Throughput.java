package queencell.bench.gate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// How fast a backlog passes, beside the plain relay over the same number of items (runtime, 22.2 throughput and
/// contention).
final class Throughput {
    private static final int PARTITIONS = 16;
    private static final String WIDE = "'budgets':[{'id':'wide','count':200000,'timeMs':1000}]";
    private final Place place;
    private final int items;
    private final int rounds;
    private final int warmUps;
    private final String run = Long.toString(System.currentTimeMillis(), 36);
    private int made;

    /// @param warmUps passes before the first that counts: the compilers share the cores with everything else
    Throughput(Place place, int items, int rounds, int warmUps) {
        this.warmUps = warmUps;
        this.place = place;
        this.items = items;
        this.rounds = rounds;
    }

    /// @param calls to the broker, per claim
    private record Pass(double perSecond, Shares cpu, double calls, double itemsPerCommit) {}

    void run(Table table) throws InterruptedException {
        for (int pass = 0; pass < warmUps; pass++) {
            one(1, 16, "");
        }
        Pass warm = one(1, 16, "");
        table.note("one stage while it warms up", "%.0f items/s".formatted(warm.perSecond()));
        FloorRelay.Outcome each = floor(16, true);
        FloorRelay.Outcome last = floor(16, false);
        FloorRelay.Outcome single = floor(1, false);
        table.row(
                "floor, 16 workers: ack each, ack the last",
                "the last a tenth faster; own CPU 12 µs",
                "%.0f and %.0f items/s; %.1f µs".formatted(each.perSecond(), last.perSecond(), last.cpuMicros()),
                last.perSecond() >= 1.1 * each.perSecond() && last.cpuMicros() <= 12);
        Pass stage = median(() -> one(1, 16, ""));
        row(table, "one stage, batch 200", 0.95, stage, last.perSecond(), 10);
        table.row(
                "broker calls per full claim, pop included",
                "3",
                "%.2f at %.0f items a claim".formatted(stage.calls(), stage.itemsPerCommit()),
                stage.calls() <= 3.05);
        row(table, "one worker", 0.85, median(() -> one(1, 1, "'concurrency':1,")), single.perSecond(), 10);
        Pass chain = median(() -> one(3, 16, ""));
        double hop = Shares.micros(chain.cpu().gate(), items) / 3;
        table.row(
                "a hop in a chain of 3",
                "12 µs",
                "%.1f µs; %.0f items/s; per item %s"
                        .formatted(hop, chain.perSecond(), chain.cpu().per(items)),
                hop <= 12);
    }

    private void row(Table table, String figure, double part, Pass pass, double floor, double micros) {
        double gate = Shares.micros(pass.cpu().gate(), items);
        table.row(
                figure,
                "%.2f of the floor's %.0f items/s; %.0f µs".formatted(part, floor, micros),
                "%.0f items/s, %.2f; per item %s"
                        .formatted(
                                pass.perSecond(),
                                pass.perSecond() / floor,
                                pass.cpu().per(items)),
                pass.perSecond() >= part * floor && gate <= micros);
    }

    @FunctionalInterface
    private interface Run {
        Pass run() throws InterruptedException;
    }

    private Pass median(Run run) throws InterruptedException {
        List<Pass> passes = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            passes.add(run.run());
        }
        passes.sort(java.util.Comparator.comparingDouble(Pass::perSecond));
        Collections.reverse(passes);
        return passes.get(passes.size() / 2);
    }

    private FloorRelay.Outcome floor(int workers, boolean ackEach) throws InterruptedException {
        String source = "floor-" + run + "-" + made++;
        try (var broker = new Broker(place.brokerUrl())) {
            broker.fill(source, items, PARTITIONS, i -> "");
            FloorRelay.Outcome outcome = new FloorRelay(place.brokerUrl(), source, workers, ackEach).relay(items);
            broker.delete(source);
            broker.delete(source + "-out");
            return outcome;
        }
    }

    /// A chain of nodes over a queue that is full before it is declared.
    private Pass one(int nodes, int workers, String more) throws InterruptedException {
        String name = "tp-" + run + "-" + made++;
        String source = "bench." + name + ".in";
        String out = "bench." + name + ".out";
        var document = new StringBuilder("{'version':1,'nodes':{");
        var path = new StringBuilder();
        for (int i = 0; i < nodes; i++) {
            document.append(i == 0 ? "" : ",").append("'n%d':{'batch':200,%s%s".formatted(i, more, WIDE));
            document.append(i == 0 ? ",'ingress':{'queue':'%s'}".formatted(source) : "");
            document.append(i == nodes - 1 ? ",'egress':'%s'}".formatted(out) : "}");
            path.append(i == 0 ? "" : ",").append("'n%d'".formatted(i));
        }
        document.append("},'paths':[{'name':'main','nodes':[%s]}]}".formatted(path));
        try (var broker = new Broker(place.brokerUrl());
                var gate = new Gate(place.gateUrl(), place.gateCell())) {
            broker.fill(source, items, PARTITIONS, i -> "");
            long calls = gate.brokerCalls();
            Shares before = place.shares();
            long begun = System.nanoTime();
            gate.declare(name, document.toString());
            gate.awaitPassed((long) items * nodes);
            double seconds = (System.nanoTime() - begun) / 1e9;
            Shares cpu = place.shares().since(before);
            long commits = gate.count(name, "", "commits");
            double perClaim = (double) (gate.brokerCalls() - calls) / Math.max(1, commits);
            gate.delete(name);
            broker.delete(source);
            broker.delete(out);
            return new Pass(items / seconds, cpu, perClaim, (double) items * nodes / Math.max(1, commits));
        }
    }
}
