package queencell.dev.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import queencell.dev.CellFault;

/// A tenant's orders through the proxy: pushed in batches while a group's consumers wait in long-polls, popped, acked.
final class OrderFlow {
    static final String QUEUE = "demo-orders";
    static final String GROUP = "demo-workers";

    private static final int BATCH = 50;
    private static final int CONSUMERS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final DemoHttp acme;
    private final String run;
    private final Map<String, List<Integer>> numbersByShop = new TreeMap<>();
    private final Map<String, Integer> timesSeen = new HashMap<>();
    private int leftOver;
    private volatile boolean over;

    /// @param run a text that no other run of the demo has, so that what an aborted run left is told apart
    OrderFlow(DemoHttp acme, String run) {
        this.acme = acme;
        this.run = run;
    }

    void run(List<Order> orders, Checks checks) {
        long begun = System.nanoTime();
        PushResults pushed;
        try (var consumers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> waiting = new ArrayList<>();
            for (int i = 0; i < CONSUMERS; i++) {
                waiting.add(consumers.submit(this::consume));
            }
            try {
                pushed = push(orders);
                awaitAll(orders.size(), waiting);
            } finally {
                over = true;
            }
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        report(orders, pushed, seconds, checks);
    }

    private PushResults push(List<Order> orders) {
        var pushed = new PushResults();
        for (int from = 0; from < orders.size(); from += BATCH) {
            var body = DemoHttp.JSON.createObjectNode();
            ArrayNode items = body.putArray("items");
            List<Order> batch = orders.subList(from, Math.min(from + BATCH, orders.size()));
            for (Order order : batch) {
                ObjectNode item = items.addObject();
                item.put("queue", QUEUE).put("partition", order.shop());
                item.put("transactionId", "%s/%s/%d".formatted(run, order.shop(), order.number()));
                item.putRawValue("payload", new com.fasterxml.jackson.databind.util.RawValue(order.json()));
            }
            JsonNode results = acme.post("/api/v1/push", body.toString())
                    .expect(201, "a push through the proxy")
                    .body();
            pushed.note(batch, results);
        }
        return pushed;
    }

    private void consume() {
        String target =
                "/api/v1/pop/queue/%s?consumerGroup=%s&subscriptionMode=all&wait=true&timeout=2000&batch=200&partitions=5"
                        .formatted(QUEUE, GROUP);
        while (!over) {
            DemoHttp.Answer answer = acme.get(target);
            if (answer.status() == 200) {
                JsonNode messages = answer.body().path("messages");
                messages.forEach(this::note);
                ack(messages);
            } else if (answer.status() != 204) {
                answer.expect(200, "a pop through the proxy");
            }
        }
    }

    private synchronized void note(JsonNode message) {
        String id = message.path("transactionId").asText();
        if (!id.startsWith(run + "/")) {
            leftOver++;
            return;
        }
        timesSeen.merge(id, 1, Integer::sum);
        numbersByShop
                .computeIfAbsent(message.path("partition").asText(), shop -> new ArrayList<>())
                .add(message.path("data").path("number").asInt());
    }

    private void ack(JsonNode messages) {
        var body = DemoHttp.JSON.createObjectNode().put("consumerGroup", GROUP);
        ArrayNode acks = body.putArray("acknowledgments");
        for (JsonNode message : messages) {
            ObjectNode ack = acks.addObject();
            ack.set("transactionId", message.get("transactionId"));
            ack.set("partitionId", message.get("partitionId"));
            ack.set("leaseId", message.get("leaseId"));
            ack.put("status", "completed");
        }
        JsonNode results = acme.post("/api/v1/ack/batch", body.toString())
                .expect(200, "an ack through the proxy")
                .body();
        for (JsonNode result : results) {
            if (!result.path("success").asBoolean()) {
                throw CellFault.of(
                        "the broker refused an ack: %s", result.path("error").asText());
            }
        }
    }

    private void awaitAll(int count, List<Future<?>> consumers) {
        long patienceEnds = System.nanoTime() + PATIENCE.toNanos();
        while (seen() < count && System.nanoTime() - patienceEnds < 0) {
            for (Future<?> consumer : consumers) {
                if (consumer.isDone()) {
                    failWith(consumer);
                }
            }
            queencell.dev.process.Pause.millis(20);
        }
    }

    private static void failWith(Future<?> consumer) {
        try {
            consumer.get();
        } catch (ExecutionException fault) {
            throw new CellFault(
                    "a consumer of the demo ended: " + fault.getCause().getMessage(), fault);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new CellFault("the demo was interrupted", ended);
        }
    }

    private synchronized int seen() {
        return timesSeen.size();
    }

    private static boolean isInOrder(List<Integer> numbers) {
        return numbers.equals(IntStream.rangeClosed(1, numbers.size()).boxed().toList());
    }

    private synchronized void report(List<Order> orders, PushResults pushed, double seconds, Checks checks) {
        long shops = orders.stream().map(Order::shop).distinct().count();
        checks.that(
                pushed.accepted() == orders.size(),
                "acme pushed %,d orders over %d partitions in batches of %d".formatted(orders.size(), shops, BATCH),
                "expected %d accepted, the broker said %s".formatted(orders.size(), pushed));
        if (pushed.buffered() > 0) {
            checks.say("(%d of them came late: the broker's database did not take them in time)"
                    .formatted(pushed.buffered()));
        }
        long once = timesSeen.values().stream().filter(times -> times == 1).count();
        checks.equal(
                "its group got every one of them exactly once (%.1f s in all)".formatted(seconds),
                (long) orders.size(),
                once);
        List<String> mixedUp = numbersByShop.entrySet().stream()
                .filter(shop -> pushed.keepsOrder(shop.getKey()))
                .filter(shop -> !isInOrder(shop.getValue()))
                .map(shop -> shop.getKey() + " " + shop.getValue())
                .toList();
        checks.that(
                mixedUp.isEmpty(),
                "and in order within each of the %d partitions".formatted(shops - pushed.lateShops())
                        + (pushed.lateShops() > 0 ? " where none came late" : ""),
                "mixed up: " + mixedUp);
        if (leftOver > 0) {
            checks.say("(%d more were left by an earlier run, and are acked now)".formatted(leftOver));
        }
    }
}
