package queencell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.http.Answer;
import queencell.http.Connection;
import queencell.proxy.ProxyVariant;
import queencell.tenant.Tenant;
import queencell.wire.FaultyRoad;
import queencell.wire.StandInBroker;

/// A broker that is away, silent or talks nonsense (pipeline, 9.2, 9.3 and 12).
class BrokerFaultIT {

    private static final String LISTING = "/api/v1/resources/queues";

    private final StandInBroker broker = StandInBroker.start();

    @AfterEach
    void close() {
        broker.close();
    }

    private Tenant tenant(Cell cell) {
        return cell.tenant(plan -> plan.behind(broker.url()));
    }

    @Test
    void a_silent_broker_must_be_answered_for_at_the_deadline(Cell cell) {
        broker.silent();
        Tenant tenant = tenant(cell).through(cell.proxy(ProxyVariant.STRICT_EDGE));
        // known from now on, so that nothing else takes time
        assertThat(tenant.get("/api/v1/pop").status()).isEqualTo(404);
        long began = System.nanoTime();
        Answer answer = tenant.push("q").once();
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("QUEEN_PROXY_UPSTREAM_TIMEOUT_MS there")
                .isBetween(Duration.ofMillis(1_500), Duration.ofMillis(5_000));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(504);
        assertThat(answer.code()).isEqualTo("upstream_timeout");
        assertThat(answer.json().path("error").asText()).contains("timeout", "1500 ms");
        assertThat(broker.seen()).as("sent once").hasSize(1);
    }

    @Test
    void a_broker_that_is_away_must_not_look_like_a_refusal(Cell cell) {
        Tenant tenant = tenant(cell);
        broker.close();
        Answer answer = tenant.push("q").once();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(502);
        assertThat(answer.code()).isEqualTo("bad_gateway");
        assertThat(answer.json().path("error").asText()).contains("connection");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "HTTP/1.1 99 Low\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n"
            })
    void nonsense_of_a_broker_must_not_reach_a_client(String nonsense, Cell cell) {
        broker.answer(request -> nonsense.getBytes(StandardCharsets.ISO_8859_1));
        Tenant tenant = tenant(cell).through(cell.proxy(ProxyVariant.STRICT_EDGE));
        Answer answer = tenant.get(LISTING);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(502);
        assertThat(answer.code()).isEqualTo("bad_gateway");
    }

    /// One of its database's faults, in its own words.
    @Test
    void an_error_of_the_broker_itself_must_reach_the_client(Cell cell) {
        Answer answer = cell.tenant().post("/api/v1/configure", "{\"queue\":\"r\",\"retentionSeconds\":1.5}");
        assertThat(answer.status()).as(answer.toString()).isEqualTo(500);
        assertThat(answer.text()).isEqualTo("{\"error\":\"configure failed: db error\"}");
        assertThat(answer.header("x-queen-request-id")).isPresent();
    }

    @Test
    void half_an_answer_must_not_look_whole(Cell cell) throws IOException {
        try (FaultyRoad road = FaultyRoad.to(broker.url())) {
            Tenant tenant = cell.tenant(plan -> plan.behind(road.url()));
            broker.answer(
                    request -> "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf".getBytes(StandardCharsets.UTF_8));
            try (var connection = Connection.to(cell.proxy().door())) {
                connection.write(tenant.request("GET", LISTING).bytes());
                Eventually.holds(() -> assertThat(broker.seen()).hasSize(1));
                road.cut();
                assertThatThrownBy(() -> connection.read("GET")).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void a_connection_that_the_broker_closed_must_not_fail_the_next_request(Cell cell) {
        try (FaultyRoad road = FaultyRoad.to(broker.url())) {
            Tenant tenant = cell.tenant(plan -> plan.behind(road.url()));
            for (int i = 0; i < 5; i++) {
                Answer answer = tenant.get(LISTING);
                assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
                road.cut();
                road.mend();
            }
            assertThat(broker.seen()).as("nothing was sent twice").hasSize(5);
        }
    }

    @Test
    void a_client_that_leaves_must_end_the_call_to_the_broker(Cell cell) throws IOException {
        broker.silent();
        Tenant tenant = tenant(cell);
        try (var connection = Connection.to(cell.proxy().door())) {
            connection.write(tenant.request("GET", LISTING).bytes());
            Eventually.holds(() -> assertThat(broker.seen()).hasSize(1));
        }
        Eventually.holds(() -> assertThat(broker.openConnections()).isZero());
    }

    @Test
    void a_slow_broker_must_not_slow_its_neighbours(Cell cell) throws Exception {
        try (FaultyRoad road = FaultyRoad.to(broker.url())) {
            Tenant slow = cell.tenant(plan -> plan.behind(road.url()));
            Tenant quick = cell.tenant();
            road.stall();
            try (var connection = Connection.to(cell.proxy().door())) {
                connection.write(slow.request("GET", LISTING).bytes());
                assertThat(quick.push("q").times(20))
                        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(201));
                assertThat(connection.endedWithin(Duration.ofMillis(1))).isFalse();
                road.mend();
            }
        } catch (UncheckedIOException broken) {
            throw new AssertionError("a request broke", broken);
        }
    }
}
