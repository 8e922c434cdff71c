package queencell.bench.gate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

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
        table.note(
                "one stage while it warms up",
                "%.0f items/s".formatted(one(1, 16, "").perSecond()));
        floor(16, true);
        List<FloorRelay.Outcome> each = new ArrayList<>();
        List<FloorRelay.Outcome> last = new ArrayList<>();
        List<FloorRelay.Outcome> single = new ArrayList<>();
        List<Pass> stages = new ArrayList<>();
        List<Pass> workers = new ArrayList<>();
        List<Pass> chains = new ArrayList<>();
        // turn by turn: what else the machine does meanwhile meets all of them
        for (int round = 0; round < rounds; round++) {
            each.add(floor(16, true));
            last.add(floor(16, false));
            stages.add(one(1, 16, ""));
            single.add(floor(1, false));
            workers.add(one(1, 1, "'concurrency':1,"));
            chains.add(one(3, 16, ""));
        }
        FloorRelay.Outcome lastAck = median(last, FloorRelay.Outcome::perSecond);
        double eachAck = median(each, FloorRelay.Outcome::perSecond).perSecond();
        table.row(
                "floor, 16 workers: ack each, ack the last",
                "the last a tenth faster; own CPU 12 µs",
                "%.0f and %.0f items/s; %.1f µs".formatted(eachAck, lastAck.perSecond(), lastAck.cpuMicros()),
                lastAck.perSecond() >= 1.1 * eachAck && lastAck.cpuMicros() <= 12);
        Pass stage = median(stages, Pass::perSecond);
        row(table, "one stage, batch 200", 0.95, stage, lastAck.perSecond(), 10);
        table.row(
                "broker calls per full claim, pop included",
                "3",
                "%.2f at %.0f items a claim".formatted(stage.calls(), stage.itemsPerCommit()),
                stage.calls() <= 3.05);
        row(
                table,
                "one worker",
                0.85,
                median(workers, Pass::perSecond),
                median(single, FloorRelay.Outcome::perSecond).perSecond(),
                10);
        Pass chain = median(chains, Pass::perSecond);
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

    private static <T> T median(List<T> passes, ToDoubleFunction<T> figure) {
        return passes.stream()
                .sorted(Comparator.comparingDouble(figure))
                .toList()
                .get(passes.size() / 2);
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
            gate.declare(name, document.toString());
            double hops = gate.awaitPassed((long) items * nodes);
            Shares cpu = place.shares().since(before);
            long commits = gate.count(name, "", "commits");
            double perClaim = (double) (gate.brokerCalls() - calls) / Math.max(1, commits);
            gate.delete(name);
            broker.delete(source);
            broker.delete(out);
            return new Pass(hops / nodes, cpu, perClaim, (double) items * nodes / Math.max(1, commits));
        }
    }
}
