package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import queencell.broker.BrokerClient;
import queencell.broker.BrokerOptions;
import queencell.broker.Claim;
import queencell.gate.counter.Counters;
import queencell.gate.counter.FakeKv;
import queencell.gate.counter.Ledger;
import queencell.gate.plan.Plan;
import queencell.gate.plan.StagePlan;

/// A stage that may choose among several brokers (wire, 23.6).
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeveralBrokersTest {
    private static final Plan PLAN =
            StageFixtures.oneNode("\"budgets\":[{\"id\":\"a\",\"count\":100,\"timeMs\":1000}]");
    private static final StagePlan STAGE = PLAN.stages().getFirst();

    private final List<HttpServer> servers = new ArrayList<>();
    /// Which of them was asked, by what for.
    private final Map<String, Set<Integer>> asked = new ConcurrentHashMap<>();
    private BrokerClient client;
    private StageTools tools;

    @BeforeEach
    void start() throws IOException {
        for (int i = 0; i < 3; i++) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", this::answer);
            server.start();
            servers.add(server);
        }
        client = BrokerClient.of(BrokerOptions.of(servers.stream()
                .map(server -> "http://127.0.0.1:" + server.getAddress().getPort())
                .toArray(String[]::new)));
        tools = new StageTools(
                client,
                new Counters(new FakeKv(), () -> false),
                StageFixtures.keeper(),
                new Turns(Instant::now),
                new Sleepers(),
                new TraceRing(),
                new StoreChecks(System::nanoTime),
                StageFixtures.SETTINGS,
                "gate",
                Instant::now,
                InstantSource.system());
    }

    @AfterEach
    void stop() {
        client.close();
        servers.forEach(server -> server.stop(0));
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String kind = exchange.getRequestURI().getPath().split("/")[3];
        asked.computeIfAbsent(kind, none -> ConcurrentHashMap.newKeySet())
                .add(exchange.getLocalAddress().getPort());
        String text = switch (kind) {
            case "transaction" -> "{\"success\":true,\"results\":[]}";
            case "lease" -> "{\"success\":true,\"renewed\":1}";
            case "ack" -> "[{\"index\":0,\"success\":true}]";
            default -> "{\"success\":true,\"messages\":[]}";
        };
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    void whoever_gave_a_claim_must_be_asked_for_all_that_follows() {
        var stage = new Stage(PLAN, STAGE, tools, Instant.EPOCH, reason -> {});
        var settlement = new Settlement(
                new StageNames("s", STAGE.source(), STAGE.group()),
                tools,
                new Relay(PLAN, STAGE, InstantSource.system()),
                new Tally(new StageCounters(), new WedgeWatch(), new PartitionWidth(1, 100)));
        for (int i = 0; i < 6; i++) {
            stage.pop();
            Holding holding = held(stage);
            assertThat(tools.leases().coverWait(holding.lease(), Duration.ZERO)).isTrue();
            settlement.commit(List.of(holding), everything());
            assertThat(holding.done()).isTrue();
            stage.giveBack(List.of(held(stage)));
        }

        assertThat(asked).containsOnlyKeys("pop", "lease", "transaction", "ack");
        assertThat(asked.get("pop")).hasSize(1);
        assertThat(asked.values()).containsOnly(asked.get("pop"));
    }

    private static Holding held(Stage stage) {
        return stage.hold(new Claim("lease-1", "q", List.of(StageFixtures.message("m", "{}")), 1, 0))
                .getFirst();
    }

    private static Verdict.Granted everything() {
        return new Verdict.Granted(new Fit(List.of(1), List.of(Optional.empty())), List.of(), new Ledger());
    }
}
