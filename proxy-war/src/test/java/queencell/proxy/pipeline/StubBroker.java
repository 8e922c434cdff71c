package queencell.proxy.pipeline;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/// Answers what a test says and remembers what it was asked; for faults that a real broker cannot be made to show.
final class StubBroker implements AutoCloseable {
    private final HttpServer server;
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private volatile Reply reply = new Reply(200, "{}");
    private volatile CountDownLatch gate = new CountDownLatch(0);

    /// @param headers names in lower case
    record Seen(String method, String target, Map<String, List<String>> headers, String body) {}

    record Reply(int status, String body) {}

    StubBroker() {
        try {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        Map<String, List<String>> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        seen.add(new Seen(exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body));
        try {
            gate.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        Reply now = reply;
        byte[] bytes = now.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(now.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    StubBroker answers(int status, String body) {
        reply = new Reply(status, body);
        return this;
    }

    /// From now on answers wait for the latch.
    CountDownLatch holdsAnswers() {
        gate = new CountDownLatch(1);
        return gate;
    }

    List<Seen> seen() {
        return seen;
    }

    Seen last() {
        return seen.getLast();
    }

    @Override
    public void close() {
        gate.countDown();
        server.stop(0);
    }
}
