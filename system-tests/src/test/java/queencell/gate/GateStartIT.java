package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.Cell;
import queencell.WarByHand;
import queencell.http.Request;

/// A Gate that nobody but Payara looks after: where it stands, what shows there, and how it ends (runtime, 16.14 and
/// 20).
class GateStartIT {

    /// More than passes before the end.
    private static final int ITEMS = 60;

    private static final String DOCUMENT = """
            {"version":1,
             "nodes":{"a":{"ingress":true,"egress":"byhand.out","budgets":[{"id":"b","count":10,"timeMs":1000}]}},
             "paths":[{"name":"main","nodes":["a"]}]}""";

    @TempDir
    Path folder;

    @Test
    void two_settings_alone_decide_where_it_stands_and_a_broker_that_is_gone_costs_no_item(Cell cell) throws Exception {
        URI other = cell.gateUrl();
        BrokerRoad road = BrokerRoad.to(cell.brokerUrl());
        String inside = "127.0.0.1:" + WarByHand.freePort();
        String outside = "127.0.0.1:" + WarByHand.freePort();
        try (var gate = WarByHand.gate(
                folder,
                Map.of(
                        "QUEEN_URL",
                        road.url().toString(),
                        "GATE_BIND",
                        inside,
                        "GATE_PUBLIC_BIND",
                        outside,
                        "GATE_DEV_EMAIL",
                        "viewer@localhost",
                        "GATE_LEASE_SECONDS",
                        "3"))) {
            gate.awaitServing();
            nothingOfTheContainerShows(URI.create("http://" + inside), URI.create("http://" + outside));
            URI door = URI.create("http://" + inside);
            assertThat(Request.to(door, "PUT", "/v1/apps/byhand/graphs/g")
                            .json(DOCUMENT)
                            .send()
                            .status())
                    .isEqualTo(200);
            push(door);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> forwarded(door) > 0);
            road.close();
            gate.tell();
            gate.awaitEnd();
            assertThat(gate.events("gate_stopped")).hasSize(1);
            assertThat(gate.text()).doesNotContain("NoClassDefFoundError", "has been closed");
        } finally {
            road.close();
        }
        // the cell's own Gate goes on with what this one held
        List<Integer> arrived = new ArrayList<>();
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    arrived.addAll(popped(cell));
                    return arrived.size() >= ITEMS;
                });
        assertThat(arrived).hasSize(ITEMS).doesNotHaveDuplicates();
        assertThat(Request.to(other, "DELETE", "/v1/apps/byhand/graphs/g")
                        .send()
                        .status())
                .isEqualTo(200);
    }

    private static void nothingOfTheContainerShows(URI inside, URI outside) {
        for (String path : List.of("/cell/health", "/cell/metrics", "/metrics", "/openapi", "/health/live")) {
            assertThat(Request.to(inside, "GET", path).send().status()).as(path).isEqualTo(404);
            assertThat(Request.to(outside, "GET", path).send().status())
                    .as(path)
                    .isEqualTo(404);
        }
        JsonNode me = Request.to(outside, "GET", "/api/me").send().json();
        assertThat(me.path("email").asText()).isEqualTo("viewer@localhost");
        assertThat(me.path("role").asText()).isEqualTo("viewer");
        var refused = Request.to(outside, "DELETE", "/v1/apps/byhand/graphs/g")
                .json("{}")
                .send();
        assertThat(refused.status()).as(refused.toString()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("read_only");
        assertThat(refused.text()).contains("GATE_ADMIN_EMAILS");
        assertThat(Request.to(inside, "GET", "/v1/apps/%ff/graphs/g").send().code())
                .isEqualTo("bad_request");
        assertThat(Request.to(inside, "DELETE", "/v1/apps/%ff/graphs/g").send().code())
                .isEqualTo("bad_request");
    }

    private static void push(URI door) {
        var items = new StringBuilder("[");
        for (int i = 0; i < ITEMS; i++) {
            items.append(i == 0 ? "" : ",")
                    .append("{\"payload\":{\"n\":%d},\"partition\":\"p%d\"}".formatted(i, i % 4));
        }
        assertThat(Request.to(door, "POST", "/v1/apps/byhand/graphs/g/nodes/a/push")
                        .json(items.append("]").toString())
                        .send()
                        .status())
                .isEqualTo(200);
    }

    private static long forwarded(URI door) {
        return Request.to(door, "GET", "/v1/apps/byhand/graphs/g")
                .send()
                .json()
                .at("/stages/0/counters/forwarded")
                .asLong();
    }

    private static List<Integer> popped(Cell cell) {
        var numbers = new ArrayList<Integer>();
        cell.broker(
                        "GET",
                        "/api/v1/pop/queue/byhand.out?consumerGroup=w&subscriptionMode=all&batch=200&partitions=16&wait=true&timeout=500&autoAck=true")
                .send()
                .bodyIfAny()
                .path("messages")
                .forEach(message -> numbers.add(message.at("/data/n").asInt()));
        return numbers;
    }
}
