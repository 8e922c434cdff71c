package queencell.gate.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import queencell.broker.BrokerClient;
import queencell.broker.PushItem;
import queencell.broker.Pushed;
import queencell.broker.RawJson;
import queencell.gate.counter.CounterView;
import queencell.gate.counter.Counters;
import queencell.gate.counter.Reading;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.item.ItemReader;
import queencell.gate.item.Payload;
import queencell.gate.item.Stamp;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.IngressPlan;
import queencell.gate.plan.NodePlan;
import queencell.web.RefusedException;
import queencell.web.RequestId;

/// Takes items over HTTP into the ingress of an entry node (runtime, 16.5). Blocking; any thread.
final class FrontDoor {
    private static final String FAILED_AMONG_OTHERS =
            "was neither stored nor spooled, and items beside it may be stored; push all of them again under the same"
                    + " `txn`, where what is stored counts as a duplicate";

    private final SharedPushes pushes;
    private final Counters counters;
    private final InstantSource wall;
    private final InstantSource brokerClock;
    private final AtomicLong unnamed = new AtomicLong();

    /// An item that may go in.
    ///
    private record Ready(PushItem item, ItemReader.Admissible reading) {}

    FrontDoor(BrokerClient broker, Counters counters, InstantSource wall, InstantSource brokerClock) {
        this.pushes = new SharedPushes(broker::push);
        this.counters = counters;
        this.wall = wall;
        this.brokerClock = brokerClock;
    }

    Json push(GraphRuntime runtime, NodePlan node, byte[] body) {
        IngressPlan ingress = open(runtime, node);
        PushBody.Read read = PushBody.read(body);
        var reader = ItemReader.of(node);
        var stamp = Stamp.atDoor(runtime.id().graph(), node.name());
        var ready = new ArrayList<Ready>(read.items().size());
        for (int i = 0; i < read.items().size(); i++) {
            String at = read.array() ? "item " + i + ": " : "";
            ready.add(ready(at, read.items().get(i), node, ingress, reader, stamp));
        }
        if (ingress.shed()) {
            shed(node, ready);
        }
        List<Pushed.Item> results = send(ready);
        return read.array() ? several(ingress.queue(), ready, results) : one(ingress.queue(), ready, results);
    }

    private static IngressPlan open(GraphRuntime runtime, NodePlan node) {
        if (node.ingress().isEmpty()) {
            throw Refuse.conflict(
                    "not_an_entry",
                    "node `%s` has no ingress: a push here would skip every budget upstream. Push into an entry node: %s",
                    node.name(),
                    Refuse.list(entries(runtime)));
        }
        IngressPlan ingress = node.ingress().get();
        if (!ingress.httpPush()) {
            throw Refuse.conflict(
                    "door_closed",
                    "the front door of node `%s` is off: push into its queue `%s` with an SDK, or declare `http: true` in its ingress",
                    node.name(),
                    ingress.queue());
        }
        return ingress;
    }

    static List<String> entries(GraphRuntime runtime) {
        return runtime.plan().nodes().stream()
                .filter(node -> node.ingress().isPresent())
                .map(NodePlan::name)
                .toList();
    }

    private Ready ready(
            String at, PushBody.Pushed pushed, NodePlan node, IngressPlan ingress, ItemReader reader, Stamp stamp) {
        byte[] edited = PayloadEdit.of(pushed, node.cost());
        byte[] payload = stamp.on(reader.scan(edited), wall.millis());
        Payload stamped = reader.scan(payload);
        ItemReader.Admissible reading = switch (reader.read(stamped)) {
            case ItemReader.Admissible admissible -> admissible;
            case ItemReader.Inadmissible inadmissible ->
                throw Refuse.invalid(
                        reader.cost(stamped) > node.cost().max() ? "over_cost" : "missing_scope",
                        "%s%s",
                        at,
                        inadmissible.reason());
        };
        stamped.unrelayable().ifPresent(reason -> {
            throw Refuse.invalid("invalid_document", "%s%s", at, reason);
        });
        String partition = pushed.partition().orElseGet(() -> rotated(ingress));
        // an id of ours makes the push repeatable, so that a broken connection costs no item
        String transactionId = pushed.transactionId().orElseGet(RequestId::next);
        try {
            return new Ready(new PushItem(ingress.queue(), partition, transactionId, RawJson.of(payload)), reading);
        } catch (IllegalArgumentException unusable) {
            // the broker would accept such a name and lose it together with other producers' pushes
            throw Refuse.invalid("invalid_document", "%s%s", at, unusable.getMessage());
        }
    }

    /// A push that names no partition has no order to keep; rotating makes `ingress.partitions` real.
    private String rotated(IngressPlan ingress) {
        long partitions = ingress.partitions();
        return ingress.ownedByGate() && partitions > 1
                ? "p" + Math.floorMod(unnamed.getAndIncrement(), partitions)
                : "";
    }

    // shedding

    /// Refuses while a counter that these items would be charged on is full. A read, never a charge, and best effort.
    private void shed(NodePlan node, List<Ready> ready) {
        Map<String, Long> costs = new LinkedHashMap<>();
        Map<String, BudgetPlan> budgets = new LinkedHashMap<>();
        for (Ready item : ready) {
            for (ItemReader.Charge charge : item.reading().charges()) {
                costs.merge(
                        charge.key(), item.reading().cost(), (a, b) -> a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b);
                budgets.putIfAbsent(charge.key(), charge.budget());
            }
        }
        if (costs.isEmpty() || !(counters.read(List.copyOf(costs.keySet())) instanceof Reading.Read read)) {
            return;
        }
        long wait = 0;
        String full = "";
        for (var cost : costs.entrySet()) {
            CounterView view = read.view(cost.getKey());
            BudgetPlan budget = budgets.get(cost.getKey());
            // a counter that does not exist is not full
            boolean exists = read.counters().containsKey(cost.getKey());
            if (exists && !view.takes(cost.getValue(), budget.widestCeiling())) {
                long seconds = secondsUntil(view.expiresAt());
                if (seconds > wait) {
                    wait = seconds;
                    full = budget.id();
                }
            }
        }
        if (wait > 0) {
            throw shedding(node, full, wait);
        }
    }

    private long secondsUntil(Optional<Instant> end) {
        return end.map(at -> Math.max(
                        1,
                        Math.ceilDiv(Duration.between(brokerClock.instant(), at).toMillis(), 1000)))
                .orElse(1L);
    }

    private static RefusedException shedding(NodePlan node, String budget, long seconds) {
        return new ShedException(
                "budget `%s` of node `%s` is spent; nothing was queued. Push again in %d s, or declare `shed: false` to queue instead"
                        .formatted(budget, node.name(), seconds),
                seconds);
    }

    // pushing

    private List<Pushed.Item> send(List<Ready> ready) {
        return switch (pushes.push(ready.stream().map(Ready::item).toList())) {
            case Pushed.Answered answered -> answered.items();
            case Pushed.Failed failed -> throw Refuse.broker(failed.failure().text());
        };
    }

    private static Json one(String queue, List<Ready> ready, List<Pushed.Item> results) {
        Ready item = ready.getFirst();
        var answer = new Members()
                .put("ok", Json.TRUE)
                .put("pushed", Json.of(1))
                .put("queue", Json.of(queue))
                .put("partition", partition(item))
                .put("cost", Json.of(item.reading().cost()));
        return status("it was neither stored nor spooled; push it again", answer, results.getFirst())
                .object();
    }

    private static Json several(String queue, List<Ready> ready, List<Pushed.Item> results) {
        var rows = new ArrayList<Json>(ready.size());
        for (int i = 0; i < ready.size(); i++) {
            var row = new Members()
                    .put("partition", partition(ready.get(i)))
                    .put("cost", Json.of(ready.get(i).reading().cost()));
            rows.add(status("item %d %s".formatted(i, FAILED_AMONG_OTHERS), row, results.get(i))
                    .object());
        }
        return new Members()
                .put("ok", Json.TRUE)
                .put("pushed", Json.of((long) ready.size()))
                .put("queue", Json.of(queue))
                .put("results", Answer.array(rows))
                .object();
    }

    private static Members status(String failed, Members answer, Pushed.Item result) {
        return switch (result.status()) {
            case QUEUED -> answer;
            case DUPLICATE -> answer.put("duplicate", Json.TRUE);
            case BUFFERED -> answer.put("buffered", Json.TRUE);
            case FAILED -> throw Refuse.broker(failed);
        };
    }

    private static Json partition(Ready item) {
        String name = item.item().partition();
        return name.isEmpty() ? Json.NULL : Json.of(name);
    }
}
