package queencell.gate.graph;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import queencell.broker.BrokerClient;
import queencell.broker.BrokerOptions;

/// A broker without work: polls end empty, queues are configured unless the test refuses them.
final class QuietBroker implements AutoCloseable {
    private final HttpServer server;
    private final BrokerClient client;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> closed = new ConcurrentHashMap<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final AtomicInteger refusedPolls = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger parkedPolls = new AtomicInteger();
    private volatile Duration window = Duration.ofMillis(300);
    private volatile Consumer<String> beforeConfigure = body -> {};

    private QuietBroker(HttpServer server) {
        this.server = server;
        this.client = BrokerClient.of(
                BrokerOptions.of("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    static QuietBroker start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var broker = new QuietBroker(server);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/api/v1/pop", broker::pop);
        server.createContext("/api/v1/configure", broker::configure);
        server.createContext("/", broker::other);
        server.start();
        return broker;
    }

    /// From now on a queue with this in its name cannot be configured.
    void refuse(String part) {
        refused.add(part);
    }

    void refuseNothing() {
        refused.clear();
    }

    /// From now on a poll of a queue with this in its name is refused with this status.
    void close(String part, int status) {
        closed.put(part, status);
    }

    /// From now on a poll is parked for this long.
    void parkFor(Duration time) {
        window = time;
    }

    int parkedPolls() {
        return parkedPolls.get();
    }

    int refusedPolls() {
        return refusedPolls.get();
    }

    /// What a read of this path is answered; without that it is 404.
    void says(String path, String json) {
        answers.put(path, json);
    }

    /// How often something was read that is no poll.
    int reads() {
        return reads.get();
    }

    private void other(HttpExchange exchange) throws IOException {
        reads.incrementAndGet();
        String known = answers.get(exchange.getRequestURI().getPath());
        answer(exchange, known == null ? 404 : 200, known == null ? "{\"error\":\"not found\"}" : known);
    }

    void openAgain() {
        closed.clear();
        beforeConfigure = body -> {};
    }

    /// What happens before each queue is configured, as this body asks.
    void beforeConfigure(Consumer<String> deed) {
        beforeConfigure = deed;
    }

    private void pop(HttpExchange exchange) throws IOException {
        Optional<Integer> status = closed.entrySet().stream()
                .filter(each -> exchange.getRequestURI().getPath().contains(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
        if (status.isPresent()) {
            refusedPolls.incrementAndGet();
            answer(exchange, status.get(), "{\"error\":\"refused by the test\"}");
            return;
        }
        try {
            parkedPolls.incrementAndGet();
            Thread.sleep(window);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    private void configure(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        beforeConfigure.accept(body);
        boolean no = refused.stream().anyMatch(body::contains);
        answer(exchange, no ? 400 : 200, no ? "{\"error\":\"refused by the test\"}" : "{\"queueId\":\"q\"}");
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    BrokerClient client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        server.stop(0);
    }
}
