package queencell.gate.graph;

import static queencell.log.Field.field;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.broker.Expiry;
import queencell.broker.IncrResult;
import queencell.broker.KvAnswer;
import queencell.broker.KvOp;
import queencell.broker.KvResult;
import queencell.broker.KvRow;
import queencell.broker.RawJson;
import queencell.gate.counter.CounterView;
import queencell.gate.counter.Counters;
import queencell.gate.counter.KvCall;
import queencell.gate.counter.Reading;
import queencell.gate.document.Json;
import queencell.gate.document.JsonText;
import queencell.gate.document.JsonWriter;
import queencell.gate.document.Members;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.NodePlan;
import queencell.log.EventLog;

/// Holds a node back because its vendor said so, by spending its counters until then (runtime, 10.2). Blocking; any
/// thread.
///
/// There is no flag on the hot path: every charge on a spent counter is refused in the ordinary way.
public final class Breaker {
    /// 31 days: the vendor's deadline is kept, not cut.
    public static final long LONGEST_SECONDS = 2_678_400;

    private static final EventLog LOG = EventLog.of("gate.graph");
    private static final String RECORDS = "brk:";
    private static final int CHUNK = 255;

    private final KvCall kv;
    private final Counters counters;
    private final GraphRegistry registry;
    private final InstantSource wall;
    private final InstantSource brokerClock;

    /// @param brokerClock in whose time counters end
    public Breaker(
            KvCall kv, Counters counters, GraphRegistry registry, InstantSource wall, InstantSource brokerClock) {
        this.kv = kv;
        this.counters = counters;
        this.registry = registry;
        this.wall = wall;
        this.brokerClock = brokerClock;
    }

    /// A record at the broker.
    ///
    /// @param at epoch milliseconds
    public record Held(
            long at, long retryAfterSeconds, Optional<String> by, String application, String graph, String node) {
        public long until() {
            long millis = retryAfterSeconds * 1000;
            return at > Long.MAX_VALUE - millis ? Long.MAX_VALUE : at + millis;
        }
    }

    /// Outcome of a trip or a lift.
    public sealed interface Outcome {
        /// @param keys what was spent or cleared, @param refunded cost units given back before
        record Done(List<String> keys, long until, long refunded) implements Outcome {}

        record Failed(String text) implements Outcome {}
    }

    /// Spends every unscoped counter of the node. One call for counters and record, so that a failure leaves neither
    /// half.
    ///
    /// @param seconds at least 1
    /// @param refundCost given back first; afterwards it would re-open the window that is being closed
    public Outcome trip(GraphRuntime runtime, NodePlan node, long seconds, long refundCost, Optional<String> by) {
        Map<String, BudgetPlan> budgets = unscoped(node);
        long refunded = refundCost > 0 ? credit(budgets, refundCost) : 0;
        Map<String, BudgetPlan> spent = worthSpending(budgets, seconds);
        long now = wall.millis();
        var operations = new ArrayList<KvOp>();
        Expiry expiry = Expiry.seconds(seconds);
        spent.forEach((key, budget) ->
                operations.add(KvOp.Put.of(key, RawJson.of(Long.toString(widest(node, budget))), expiry)));
        operations.add(KvOp.Put.of(node.breakerKey(), record(runtime.id(), node, now, seconds, by), expiry));
        Optional<String> failure = failure(kv.ask(operations));
        if (failure.isPresent()) {
            return new Outcome.Failed(failure.get());
        }
        LOG.warn(
                "node_held",
                field("graph", runtime.id()),
                field("node", node.name()),
                field("seconds", seconds),
                field("by", by.orElse("")));
        return new Outcome.Done(List.copyOf(spent.keySet()), now + seconds * 1000, refunded);
    }

    /// Lets the node go on. The next window starts empty, even if the old one had been used.
    public Outcome lift(GraphRuntime runtime, NodePlan node) {
        var keys = new ArrayList<>(unscoped(node).keySet());
        List<String> waitedFor = List.copyOf(keys);
        keys.add(node.breakerKey());
        Optional<String> failure =
                failure(kv.ask(keys.stream().<KvOp>map(KvOp.Delete::of).toList()));
        if (failure.isPresent()) {
            return new Outcome.Failed(failure.get());
        }
        registry.wake(waitedFor);
        LOG.info("node_released", field("graph", runtime.id()), field("node", node.name()));
        return new Outcome.Done(keys, 0, 0);
    }

    /// Distinct counters that the breaker spends, by key: no scope, whatever `whenOp` says.
    public static Map<String, BudgetPlan> unscoped(NodePlan node) {
        var budgets = new LinkedHashMap<String, BudgetPlan>();
        node.budgets().stream()
                .filter(BudgetPlan::unscoped)
                .forEach(budget -> budgets.putIfAbsent(budget.key(), budget));
        return budgets;
    }

    /// The most of one window that the most important path may use: nobody slips under it.
    private static long widest(NodePlan node, BudgetPlan budget) {
        double share = Math.max(
                1.0,
                node.shares().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(1.0));
        return Math.round(budget.window().count() * share);
    }

    /// @return `cost` when a counter took it back; one that holds less takes nothing
    private long credit(Map<String, BudgetPlan> budgets, long cost) {
        List<KvOp> operations = budgets.values().stream()
                .<KvOp>map(budget -> KvOp.Incr.of(
                                budget.key(),
                                -cost,
                                Expiry.seconds(budget.window().seconds()))
                        .min(0))
                .toList();
        return kv.ask(operations) instanceof KvAnswer.Done done
                        && done.results().stream().anyMatch(IncrResult.Applied.class::isInstance)
                ? cost
                : 0;
    }

    /// A window that ends after the backoff would be shortened by it, and its counter reset early. It is left alone as
    /// long as another counter that every item meets is spent, so that every path stops (ruling on hazard 2).
    private Map<String, BudgetPlan> worthSpending(Map<String, BudgetPlan> budgets, long seconds) {
        if (!(counters.read(List.copyOf(budgets.keySet())) instanceof Reading.Read read)) {
            return budgets;
        }
        Instant end = brokerClock.instant().plusSeconds(seconds);
        var spent = new LinkedHashMap<>(budgets);
        budgets.forEach((key, budget) -> {
            CounterView view = read.view(key);
            boolean outlasts =
                    view.value() > 0 && view.expiresAt().filter(end::isBefore).isPresent();
            boolean anotherStops = spent.values().stream()
                    .anyMatch(other -> other.nodeWide() && !other.key().equals(key));
            if (outlasts && anotherStops) {
                spent.remove(key);
            }
        });
        return spent;
    }

    private static RawJson record(GraphId id, NodePlan node, long at, long seconds, Optional<String> by) {
        return RawJson.of(JsonWriter.bytes(new Members()
                .put("at", Json.of(at))
                .put("retryAfterSeconds", Json.of(seconds))
                .put("by", by.map(Json::of))
                .put("application", Json.of(id.application()))
                .put("graph", Json.of(id.graph()))
                .put("node", Json.of(node.name()))
                .object()));
    }

    private static Optional<String> failure(KvAnswer answer) {
        return switch (answer) {
            case KvAnswer.Done done -> Optional.empty();
            case KvAnswer.PreconditionLost lost -> Optional.of(lost.reason());
            case KvAnswer.Failed failed -> Optional.of(failed.failure().text());
        };
    }

    // reading

    /// Outcome of reading records.
    public sealed interface Records {
        /// @param held by key of the record
        record Read(Map<String, Held> held) implements Records {}

        record Unreadable(String text) implements Records {}
    }

    /// The records of these keys.
    public Records read(List<String> keys) {
        var held = new HashMap<String, Held>();
        for (int from = 0; from < keys.size(); from += CHUNK) {
            KvAnswer answer =
                    kv.ask(List.of(new KvOp.GetMany(keys.subList(from, Math.min(keys.size(), from + CHUNK)))));
            if (!(answer instanceof KvAnswer.Done done) || !(done.results().getFirst() instanceof KvResult.Rows rows)) {
                return new Records.Unreadable(failure(answer).orElse("the broker answered something else"));
            }
            rows.rows().forEach(row -> held(row).ifPresent(record -> held.put(row.key(), record)));
        }
        return new Records.Read(held);
    }

    /// All records of the namespace, of every replica and graph.
    public Records all() {
        var held = new HashMap<String, Held>();
        String after = "";
        do {
            KvAnswer answer = kv.ask(List.of(new KvOp.GetPrefix(RECORDS, after, 1000, false)));
            if (!(answer instanceof KvAnswer.Done done) || !(done.results().getFirst() instanceof KvResult.Rows rows)) {
                return new Records.Unreadable(failure(answer).orElse("the broker answered something else"));
            }
            rows.rows().forEach(row -> held(row).ifPresent(record -> held.put(row.key(), record)));
            after = rows.truncated() ? rows.nextAfter() : "";
        } while (!after.isEmpty());
        return new Records.Read(held);
    }

    /// A record whose numbers cannot be is ignored (runtime, 16.4).
    private static Optional<Held> held(KvRow row) {
        if (!(JsonText.parse(row.value().bytes()) instanceof JsonText.Parsed(Json value))
                || !(value instanceof Json.Obj record)) {
            return Optional.empty();
        }
        Optional<Long> at = whole(record, "at");
        Optional<Long> seconds = whole(record, "retryAfterSeconds");
        if (at.isEmpty() || at.get() < 0 || seconds.isEmpty() || seconds.get() < 1 || seconds.get() > LONGEST_SECONDS) {
            return Optional.empty();
        }
        return Optional.of(new Held(
                at.get(),
                seconds.get(),
                text(record, "by"),
                text(record, "application").orElse(""),
                text(record, "graph").orElse(""),
                text(record, "node").orElse("")));
    }

    private static Optional<Long> whole(Json.Obj record, String name) {
        try {
            return record.get(name)
                    .filter(Json.Num.class::isInstance)
                    .map(number -> Long.valueOf(((Json.Num) number).written()));
        } catch (NumberFormatException notWhole) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Json.Obj record, String name) {
        return record.get(name).filter(Json.Text.class::isInstance).map(text -> ((Json.Text) text).value());
    }
}
