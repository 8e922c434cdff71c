package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ContainerRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.broker.BrokerClient;
import queencell.broker.BrokerOptions;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.JsonText;
import queencell.gate.graph.Declaration;
import queencell.gate.graph.Declared;
import queencell.gate.graph.Replica;
import queencell.web.RefusedException;

/// How often an item may go round (runtime, 16.7).
class ReenterResourceTest {
    private static final String THREE_TIMES = """
            {"version":1,"maxAttempts":3,
             "nodes":{"a":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}],"egress":"out"}},
             "paths":[{"name":"main","nodes":["a"]}]}""";

    private final AtomicInteger pushes = new AtomicInteger();
    private Replica replica;
    private HttpServer server;
    private BrokerClient broker;
    private ReenterResource resource;

    @BeforeEach
    void start() throws IOException {
        replica = Replica.start();
        var parsed = (JsonText.Parsed) JsonText.parse(THREE_TIMES.getBytes(StandardCharsets.UTF_8));
        var document = ((DocumentReader.Read) DocumentReader.read(parsed.value()))
                .document()
                .named("app", "g");
        assertThat(replica.supervisor().declare(Declaration.of(document))).isInstanceOf(Declared.Accepted.class);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/push", exchange -> {
            exchange.getRequestBody().readAllBytes();
            pushes.incrementAndGet();
            byte[] body = "[{\"index\":0,\"status\":\"queued\"}]".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(201, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        broker = BrokerClient.of(
                BrokerOptions.of("http://127.0.0.1:" + server.getAddress().getPort()));
        resource = new ReenterResource(new GraphFinder(replica.registry()), broker, InstantSource.system());
    }

    @AfterEach
    void stop() {
        broker.close();
        server.stop(0);
        replica.close();
    }

    /// @param carried what the item carries as `_gate.attempt`
    /// @param told what the caller says
    private JsonNode reenter(String carried, String told) throws IOException {
        String gate = carried == null ? "" : ",\"attempt\":" + carried;
        String body = "{\"txn\":\"t\",\"payload\":{\"_gate\":{\"path\":\"main\"%s}}%s}"
                .formatted(gate, told == null ? "" : ",\"attempt\":" + told);
        var request = new ContainerRequest(
                URI.create("http://gate/"),
                URI.create("http://gate/v1/apps/app/graphs/g/reenter"),
                "POST",
                null,
                new MapPropertiesDelegate(),
                null);
        request.header(HttpHeaders.CONTENT_TYPE, "application/json");
        Object answer = resource.reenter("app", "g", request, body.getBytes(StandardCharsets.UTF_8))
                .getEntity();
        return new ObjectMapper().readTree((byte[]) answer);
    }

    @ParameterizedTest
    @CsvSource({", , 1", "0, , 1", "1, , 2", "2, , 3", "1, 3, 3", ", 2, 2"})
    void each_round_counts_one_more_and_a_caller_may_skip_forward(String carried, String told, int attempt)
            throws IOException {
        assertThat(reenter(carried, told).path("attempt").asInt()).isEqualTo(attempt);
        assertThat(pushes).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({
        "3, , attempts_exhausted",
        ", 4, attempts_exhausted",
        "1, 1, invalid_document",
        "2, 1, invalid_document",
        ", 0, invalid_document",
        "-1, , invalid_document",
        "1.5, , invalid_document",
        "null, , invalid_document",
        "true, , invalid_document",
        "4294967295, , invalid_document",
        "4294967296, , invalid_document",
        "99999999999999999999, , invalid_document"
    })
    void an_item_that_has_gone_round_must_not_be_counted_from_the_start(String carried, String told, String code) {
        assertThatThrownBy(() -> reenter(carried, told)).isInstanceOfSatisfying(RefusedException.class, refused -> {
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.code()).isEqualTo(code);
        });
        assertThat(pushes).hasValue(0);
    }
}
