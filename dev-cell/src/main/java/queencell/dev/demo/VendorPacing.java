package queencell.dev.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import queencell.dev.CellFault;
import queencell.dev.process.Pause;

/// Price updates for a vendor that allows 50 a second, through Gate: declared, pushed, paced, delivered.
final class VendorPacing {
    private static final String GRAPH = "/v1/apps/demo/graphs/vendor";
    private static final String NODE = "vendor";
    private static final int CHUNK = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    // often enough to see every sub-window several times, and far below the broker's own limit on reads
    private static final long LOOK_EVERY_MILLIS = 40;

    private final DemoHttp gate;
    private final DemoHttp broker;
    private final String run;
    private final Map<String, Integer> delivered = new HashMap<>();
    /// The highest count seen under each expiry of the counter: one entry is one sub-window.
    private final Map<String, Long> admittedByWindow = new TreeMap<>();

    private volatile boolean over;
    private volatile Throwable fault;

    VendorPacing(DemoHttp gate, DemoHttp broker, String run) {
        this.gate = gate;
        this.broker = broker;
        this.run = run;
    }

    void run(String document, List<String> updates, Checks checks) {
        JsonNode declared = gate.put(GRAPH, document)
                .expect(200, "declaring the demo's graph at Gate")
                .body();
        JsonNode budget = declared.at("/resolved/nodes/0/budgets/0");
        String egress = declared.at("/resolved/nodes/0/egressQueue").asText();
        String group = declared.at("/resolved/nodes/0/egressGroup").asText();
        int ceiling = budget.path("countSub").asInt();
        long admittedBefore = admitted();
        Thread consumer = background("demo-vendor", () -> consume(egress, group));
        Thread watcher =
                background("demo-counter", () -> watch(budget.path("key").asText()));
        try {
            push(updates);
            follow(updates.size(), admittedBefore, checks);
        } finally {
            over = true;
            join(consumer);
            join(watcher);
        }
        report(updates.size(), ceiling, checks);
    }

    private void push(List<String> updates) {
        for (int from = 0; from < updates.size(); from += CHUNK) {
            ArrayNode items = DemoHttp.JSON.createArrayNode();
            for (int i = from; i < Math.min(from + CHUNK, updates.size()); i++) {
                items.addObject()
                        .put("txn", "%s/%d".formatted(run, i))
                        .putRawValue("payload", new RawValue(marked(updates.get(i))));
            }
            gate.post(GRAPH + "/nodes/" + NODE + "/push", items.toString()).expect(200, "a push to Gate");
        }
    }

    /// The item with the run written into it: ids are derived anew at each hop, the payload stays.
    private String marked(String update) {
        return "{\"run\":\"%s\",%s".formatted(run, update.substring(1));
    }

    private long admitted() {
        JsonNode stages =
                gate.get(GRAPH).expect(200, "reading the demo's graph").body().path("stages");
        long sum = 0;
        for (JsonNode stage : stages) {
            sum += stage.at("/counters/admitted").asLong();
        }
        return sum;
    }

    /// One line a second until everything was delivered.
    private void follow(int count, long admittedBefore, Checks checks) {
        long begun = System.nanoTime();
        long last = 0;
        for (int second = 1; deliveredCount() < count; second++) {
            Pause.millis(Math.max(1, second * 1000L - (System.nanoTime() - begun) / 1_000_000));
            if (fault != null) {
                throw new CellFault("the demo's vendor ended: " + fault.getMessage(), fault);
            }
            long now = admitted() - admittedBefore;
            checks.say(
                    "second %2d: %3d admitted, %3d delivered in all".formatted(second, now - last, deliveredCount()));
            last = now;
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                return;
            }
        }
    }

    private void consume(String egress, String group) {
        String target =
                "/api/v1/pop/queue/%s?consumerGroup=%s&subscriptionMode=all&wait=true&timeout=1000&batch=200&partitions=16&autoAck=true"
                        .formatted(egress, group);
        while (!over) {
            DemoHttp.Answer answer = broker.get(target);
            if (answer.status() == 200) {
                answer.body().path("messages").forEach(this::note);
            } else if (answer.status() != 204) {
                answer.expect(200, "the vendor's pop at the broker");
            }
        }
    }

    private synchronized void note(JsonNode message) {
        // an aborted run may have left some of its own
        if (message.at("/data/run").asText().equals(run)) {
            delivered.merge(message.at("/data/listing").asText(), 1, Integer::sum);
        }
    }

    private synchronized int deliveredCount() {
        return delivered.size();
    }

    private void watch(String counter) {
        var look = DemoHttp.JSON.createObjectNode();
        look.putArray("operations")
                .addObject()
                .put("op", "get")
                .put("ns", "gate")
                .put("key", counter);
        while (!over) {
            JsonNode row = broker.post("/api/v1/kv", look.toString())
                    .expect(200, "reading Gate's counter at the broker")
                    .body()
                    .at("/results/0");
            if (row.path("found").asBoolean()) {
                admittedByWindow.merge(
                        row.path("expiresAt").asText(), row.path("value").asLong(), Math::max);
            }
            Pause.millis(LOOK_EVERY_MILLIS);
        }
    }

    private Thread background(String name, Runnable work) {
        return Thread.ofVirtual()
                .name(name)
                .uncaughtExceptionHandler((thread, cause) -> fault = cause)
                .start(work);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new CellFault("the demo was interrupted", ended);
        }
    }

    private synchronized void report(int count, int ceiling, Checks checks) {
        long fullest = admittedByWindow.values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        checks.that(
                fullest > 0 && fullest <= ceiling,
                "the fullest of %d one-second windows admitted %d of the %d that the vendor allows"
                        .formatted(admittedByWindow.size(), fullest, ceiling),
                "a window admitted %d, the ceiling is %d".formatted(fullest, ceiling));
        long once = delivered.values().stream().filter(times -> times == 1).count();
        checks.equal("all %d items reached the vendor, each exactly once".formatted(count), (long) count, once);
    }
}
