package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import queencell.http.Answer;
import queencell.http.Request;

/// One graph of a test: its application, its queues and its consumer. Every name is its own.
///
/// @param gate where requests go
/// @param application unique in a run and between runs
final class Graph {

    private static final AtomicInteger MADE = new AtomicInteger();
    static final String NAMESPACE = "gate-road";

    private final Gates gates;
    private final GateProcess gate;
    private final String application;
    private final List<Arrived> arrived;

    /// An item as it came out of the egress.
    record Arrived(String partition, String id, JsonNode data) {
        int n() {
            return data.path("n").asInt();
        }
    }

    private Graph(Gates gates, GateProcess gate, String application, List<Arrived> arrived) {
        this.gates = gates;
        this.gate = gate;
        this.application = application;
        this.arrived = arrived;
    }

    static Graph fresh(Gates gates, GateProcess gate) {
        String name = "t%d-%s".formatted(MADE.incrementAndGet(), Long.toString(System.currentTimeMillis(), 36));
        return new Graph(gates, gate, name, new ArrayList<>());
    }

    /// The same graph at another replica.
    Graph at(GateProcess other) {
        return new Graph(gates, other, application, arrived);
    }

    String application() {
        return application;
    }

    /// Where the graph's items leave it.
    String egress() {
        return application + ".out";
    }

    /// A queue that the application owns.
    String own(String name) {
        return application + "." + name;
    }

    String path() {
        return "/v1/apps/%s/graphs/g".formatted(application);
    }

    Request request(String method, String suffix) {
        return gate.request(method, path() + suffix);
    }

    /// `$app` stands for the application and `$out` for the egress queue; quotes may be single ones.
    String text(String document) {
        return document.replace('\'', '"').replace("$app", application).replace("$out", egress());
    }

    Answer put(String document) {
        return gate.request("PUT", path()).json(text(document)).send();
    }

    /// Declares, and fails the test when that is refused.
    JsonNode declare(String document) {
        Answer answer = put(document);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return answer.json();
    }

    Answer delete() {
        return gate.request("DELETE", path()).send();
    }

    JsonNode read() {
        Answer answer = request("GET", "").send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return answer.json();
    }

    /// What the stages of one hop have counted, all replicas together.
    ///
    /// @param path empty for all paths through the node
    long count(String path, String node, String counter) {
        return gates.running().stream()
                .map(each -> each.request("GET", path()).send())
                .filter(answer -> answer.status() == 200)
                .flatMap(answer ->
                        StreamSupport.stream(answer.json().path("stages").spliterator(), false))
                .filter(stage -> (path.isEmpty() || stage.path("path").asText().equals(path))
                        && stage.path("node").asText().equals(node))
                .mapToLong(stage -> stage.path("counters").path(counter).asLong())
                .sum();
    }

    /// Waits until every replica runs this version.
    void awaitBoth(long version) {
        for (GateProcess each : gates.running()) {
            Eventually.holds(() -> assertThat(each.request("GET", path())
                            .send()
                            .json()
                            .path("version")
                            .asLong())
                    .isEqualTo(version));
        }
    }

    /// Reads everything that shows live state, each of which has to be refused with 502.
    ///
    /// @return the phrase that each refusal holds
    List<String> unreadable() {
        return unreadableWithout("");
    }

    /// As [#unreadable()], without one path that shows none of what cannot be read.
    List<String> unreadableWithout(String readable) {
        return Stream.of(
                        path(),
                        path() + "/nodes/a/eta",
                        "/api/targets",
                        "/api/budgets",
                        "/v1/apps/%s/metrics".formatted(application))
                .filter(target -> !target.equals(readable))
                .map(target -> gate.request("GET", target).send())
                .map(answer -> answer.status() == 502 && answer.text().contains("live broker state")
                        ? "live broker state"
                        : answer.toString())
                .toList();
    }

    /// One item through the front door.
    Answer push(String node, String body) {
        return request("POST", "/nodes/" + node + "/push").json(text(body)).send();
    }

    /// Items numbered from `from` on, in one request.
    void pushMany(String node, int from, int count, int partitions) {
        var items = new StringBuilder("[");
        for (int i = from; i < from + count; i++) {
            items.append(i == from ? "" : ",")
                    .append("{\"payload\":{\"n\":%d},\"partition\":\"p%d\"}".formatted(i, i % partitions));
        }
        Answer answer = push(node, items.append("]").toString());
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    }

    /// Straight into a queue of the application, past Gate: the broker's push, one item.
    void pushToQueue(String queue, String payload, String more) {
        Answer answer = gates.cell()
                .broker("POST", "/api/v1/push")
                .json(text("{'items':[{'queue':'%s','payload':%s%s}]}".formatted(queue, payload, more)))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        assertThat(answer.json().path(0).path("status").asText()).isEqualTo("queued");
    }

    /// Takes what has come out since the last look, and returns everything so far.
    List<Arrived> arrived() {
        take(arrived::add);
        return List.copyOf(arrived);
    }

    /// Takes what has come out since the last look, and keeps nothing of it.
    void take(Consumer<Arrived> each) {
        while (true) {
            Answer answer = gates.cell()
                    .broker(
                            "GET",
                            "/api/v1/pop/queue/%s?consumerGroup=workers&subscriptionMode=all&batch=500&partitions=64&autoAck=true"
                                    .formatted(egress()))
                    .send();
            JsonNode messages = answer.status() == 200 ? answer.json().path("messages") : null;
            if (messages == null || messages.isEmpty()) {
                return;
            }
            messages.forEach(message -> each.accept(new Arrived(
                    message.path("partition").asText(),
                    message.path("transactionId").asText(),
                    message.path("data"))));
        }
    }

    /// Waits until so many have come out, and fails with what came when they do not.
    List<Arrived> awaitArrived(int count) {
        Eventually.holds(() -> assertThat(arrived()).hasSizeGreaterThanOrEqualTo(count));
        return arrived();
    }

    /// Exactly so many come out, and nothing more for a while.
    List<Arrived> exactly(int count, Duration quiet) {
        awaitArrived(count);
        sleep(quiet);
        assertThat(arrived()).hasSize(count);
        return arrived();
    }

    /// The counter's value at the broker, 0 when there is none.
    long counter(String key) {
        return row(key).path("value").asLong();
    }

    /// A row of Gate's namespace.
    JsonNode row(String key) {
        Answer answer = gates.cell()
                .broker("POST", "/api/v1/kv")
                .json("{\"operations\":[{\"op\":\"get\",\"ns\":\"%s\",\"key\":\"%s\"}]}"
                        .formatted(NAMESPACE, text(key)))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return answer.json().path("results").path(0);
    }

    /// Writes a row past Gate.
    void write(String key, String value) {
        Answer answer = gates.cell()
                .broker("PUT", "/api/v1/kv/%s/%s".formatted(NAMESPACE, text(key)))
                .json("{\"value\":%s,\"forever\":true}".formatted(value))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    }

    /// Spends on a counter as somebody else would; a window that begins with it lasts a minute.
    void spend(String key, long units) {
        Answer answer = gates.cell()
                .broker("POST", "/api/v1/kv")
                .json("{\"operations\":[{\"op\":\"incr\",\"ns\":\"%s\",\"key\":\"%s\",\"delta\":%d,\"ttlSeconds\":60}]}"
                        .formatted(NAMESPACE, text(key), units))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    }

    void erase(String key) {
        gates.cell()
                .broker("DELETE", "/api/v1/kv/%s/%s".formatted(NAMESPACE, text(key)))
                .send();
    }

    /// A toll on requests of this application alone: `part` stands somewhere in target or body, beside its name.
    BrokerRoad.Standing toll(String path, String part, Toll toll) {
        return gates.road()
                .raise(crossing -> crossing.path().startsWith(path)
                                && (crossing.target() + crossing.text()).contains(application)
                                && (crossing.target() + crossing.text()).contains(text(part))
                        ? toll
                        : new Toll.Pass());
    }

    /// The same for the first such request only.
    BrokerRoad.Standing tollOnce(String path, String part, Toll toll) {
        var open = new AtomicBoolean(true);
        return gates.road()
                .raise(crossing -> crossing.path().startsWith(path)
                                && (crossing.target() + crossing.text()).contains(application)
                                && (crossing.target() + crossing.text()).contains(text(part))
                                && open.compareAndSet(true, false)
                        ? toll
                        : new Toll.Pass());
    }

    /// How many requests of this application crossed, with `part` somewhere in them.
    long crossed(String path, String part) {
        return gates.road().crossings().stream()
                .filter(crossing -> crossing.path().startsWith(path)
                        && (crossing.target() + crossing.text()).contains(application)
                        && (crossing.target() + crossing.text()).contains(text(part)))
                .count();
    }

    /// Everything that was written to counters of this application, as the broker took it.
    Admissions admissions() {
        return Admissions.of(gates.road().crossings(), "b:" + application + ":");
    }

    static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }
}
