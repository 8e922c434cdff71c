package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// What the ports of a Gate do while it stops.
class DrainTest {
    private final AtomicBoolean slow = new AtomicBoolean();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);

    /// Refuses everything, from some time on only when the test says so.
    private HttpServer broker() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try {
                if (slow.get()) {
                    asked.countDown();
                    answers.await();
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            byte[] body = "{\"error\":\"refused by the test\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(400, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static boolean accepts(InetSocketAddress port) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(port);
            return true;
        } catch (ConnectException refused) {
            return false;
        }
    }

    @Test
    void the_public_port_must_not_take_work_while_the_internal_one_still_finishes_some() throws Exception {
        HttpServer broker = broker();
        try (var gate = new PublicGate(Map.of(
                        "QUEEN_URL", "http://127.0.0.1:" + broker.getAddress().getPort()));
                var caller = new Socket()) {
            InetSocketAddress open = gate.publicPort();
            slow.set(true);
            caller.connect(gate.internalPort());
            caller.getOutputStream()
                    .write("GET /api/breaches/recent HTTP/1.1\r\nHost: gate\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            asked.await();
            assertThat(accepts(open)).isTrue();

            var drained = CompletableFuture.runAsync(() -> gate.listeners().drain(Duration.ofMinutes(5)));
            try {
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !accepts(open));
                assertThat(drained).isNotDone();
            } finally {
                answers.countDown();
            }
            drained.join();
        } finally {
            broker.stop(0);
        }
    }
}
