package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import queencell.http.Answer;
import queencell.http.Connection;
import queencell.proxy.Listener;
import queencell.proxy.ProxyProcess;
import queencell.proxy.ProxyVariant;
import queencell.tenant.PlanDraft;
import queencell.tenant.SessionTokens;
import queencell.tenant.Tenant;
import queencell.wire.FaultyRoad;
import queencell.wire.SeenRequest;
import queencell.wire.StandInBroker;

/// The core of the contract on both listeners: the same application answers, whoever holds the sockets.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListenersIT {

    private static final String LISTING = "/api/v1/resources/queues";
    private static final String SMUGGLED = "GET /api/v1/resources/queues?smuggled=1 HTTP/1.1\\r\\nFIELDS\\r\\n";
    /// Far less than an idle connection may stay on either listener.
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final StandInBroker broker = StandInBroker.start();
    private final Map<Listener, Tenant> tenants = new EnumMap<>(Listener.class);

    @AfterAll
    void close() {
        broker.close();
    }

    private static ProxyProcess proxy(Listener listener, Cell cell) {
        return listener == Listener.NETTY ? cell.proxy() : cell.proxy(ProxyVariant.PAYARA);
    }

    /// A tenant on the real broker.
    private static Tenant real(Listener listener, Cell cell, Consumer<PlanDraft> wishes) {
        return cell.tenant(wishes).through(proxy(listener, cell));
    }

    /// A tenant on the stand-in.
    private Tenant watched(Listener listener, Cell cell) {
        broker.answer(200, "{}").forget();
        return tenants.computeIfAbsent(
                listener,
                _ -> cell.tenant(plan -> plan.behind(broker.url()).maxPayloadBytes(20))
                        .through(proxy(listener, cell)));
    }

    @ParameterizedTest
    @EnumSource
    void a_page_for_the_cell_alone_must_not_show_on_the_tenants_port(Listener listener, Cell cell) {
        Tenant tenant = real(listener, cell, plan -> {});
        for (String page : List.of(
                "/cell/health",
                "/cell/health/live",
                "/cell/health/ready",
                "/cell/metrics",
                "/cell/container-metrics",
                "/cell/clusters/" + tenant.slug(),
                "/health/live",
                "/metrics",
                "/metrics/prometheus",
                "/openapi")) {
            for (Answer answer :
                    List.of(tenant.get(page), tenant.anonymous("GET", page).send())) {
                assertThat(answer.status()).as(page + answer).isEqualTo(404);
                assertThat(answer.text()).as(page).doesNotContain("queen-proxy", "jvm_", "\"checks\"");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_message_must_make_its_way(Listener listener, Cell cell) {
        Tenant tenant = real(listener, cell, plan -> {});
        assertThat(tenant.push("q").payload("hello").once().status()).isEqualTo(201);
        Answer pop = tenant.pop("q", "g");
        assertThat(pop.json().path("messages").path(0).path("data").asText()).isEqualTo("hello");
        assertThat(tenant.pop("q", "g").status()).isEqualTo(204);
    }

    @ParameterizedTest
    @EnumSource
    void a_wrong_host_key_or_path_must_be_refused_alike(Listener listener, Cell cell) {
        Tenant tenant = watched(listener, cell);
        assertThat(tenant.proxy()
                        .request("GET", LISTING)
                        .host("nobody.test")
                        .send()
                        .status())
                .isEqualTo(421);
        assertThat(tenant.anonymous("GET", LISTING).send().code()).isEqualTo("unauthorized");
        assertThat(tenant.as("qk_live_x").get(LISTING).code()).isEqualTo("unauthorized");
        assertThat(tenant.as(cell.tenant().key()).get(LISTING).code()).isEqualTo("forbidden");
        assertThat(tenant.as(SessionTokens.of(tenant.adminUser())).get(LISTING).status())
                .isEqualTo(200);
        for (String target : new String[] {"/metrics", "/api/v1/pop", "/api/v1/status/%2e%2e/system", "/openapi/x"}) {
            assertThat(tenant.get(target).status()).as(target).isIn(404);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_forged_header_must_not_reach_the_broker(Listener listener, Cell cell) {
        Tenant tenant = watched(listener, cell);
        Answer answer = tenant.request("GET", LISTING)
                .header("x-queen-tenant", "11111111-1111-1111-1111-111111111111")
                .header("x-queen-eph-fwd", "1")
                .header("Cookie", "queen_session=stolen")
                .header("Connection", "x-queen-tenant, x-hop")
                .header("x-hop", "forged")
                .header("X-Twice", "one")
                .header("X-Twice", "two")
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        SeenRequest seen = broker.only();
        assertThat(seen.all("x-queen-tenant")).containsExactly(tenant.brokerTenant());
        assertThat(seen.all("x-twice")).containsExactly("one", "two");
        assertThat(seen.toString()).doesNotContain("forged", "stolen", "eph-fwd", tenant.key());
    }

    @ParameterizedTest
    @CsvSource({
        "NETTY, /api/v1/resources/queues/a%2Fb?x=%2F%3F+%2B",
        "PAYARA, /api/v1/resources/queues/a%2Fb?x=%2F%3F+%2B",
        "NETTY, /api/v1/resources/queues/a;v=1;w?x;y&a=&b&&A=1",
        "PAYARA, /api/v1/resources/queues/a;v=1;w?x;y&a=&b&&A=1",
        "NETTY, /api/v1/resources/queues//double/%41",
        "PAYARA, /api/v1/resources/queues//double/%41",
        "NETTY, /api/v1/resources/queues?",
        "NETTY, /api/v1/resources/queues/[a]^b|c{d}/%zz/Prüfung",
        "NETTY, /api/v1/resources/queues/back\\slash"
    })
    void a_target_must_not_be_repaired_on_its_way(Listener listener, String target, Cell cell) {
        Answer answer = watched(listener, cell).get(target);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        assertThat(broker.only().target())
                .isEqualTo(new String(target.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @EnumSource
    void a_body_must_be_bounded_and_arrive_as_it_was_sent(Listener listener, Cell cell) {
        Tenant tenant = watched(listener, cell);
        String body = "{ \"items\" : [ {\"queue\":\"q\",\"payload\": {\"b\":1.10} } ] }\n";
        tenant.post("/api/v1/push", body);
        assertThat(broker.only().text()).isEqualTo(body);
        Answer item = tenant.post(
                "/api/v1/push", "{\"items\":[{\"queue\":\"q\",\"payload\":\"%s\"}]}".formatted("x".repeat(30)));
        assertThat(item.status()).as(item.toString()).isEqualTo(413);
        byte[] huge = new byte[16 * 1024 * 1024 + 1];
        Arrays.fill(huge, (byte) ' ');
        assertThat(tenant.request("POST", "/api/v1/push").body(huge).send().status())
                .isEqualTo(413);
        assertThat(tenant.post("/api/v1/push", "[[1]]").code()).isEqualTo("invalid_request");
        assertThat(broker.seen()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void a_flood_must_be_told_to_wait(Listener listener, Cell cell) {
        Tenant noisy = real(listener, cell, plan -> plan.maxReqPerSec(1).reqBurst(3));
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(noisy.get(LISTING));
        }
        assertThat(answers).filteredOn(Answer::refused).isNotEmpty().allSatisfy(answer -> {
            assertThat(answer.code()).isEqualTo("rate_limited");
            assertThat(answer.retryAfterSeconds()).isBetween(1, 60);
            assertThat(answer.header("x-queen-request-id")).isPresent();
            assertThat(answer.header("RateLimit")).isPresent();
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_parked_poll_must_be_woken_and_give_its_slot_back(Listener listener, Cell cell) throws Exception {
        Tenant tenant = real(listener, cell, plan -> plan.maxParkedPops(50));
        String poll = "/api/v1/pop/queue/%s?consumerGroup=g&subscriptionMode=all&wait=true&timeout=30000";
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> polls = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String queue = "p" + i;
                polls.add(clients.submit(() -> tenant.get(poll.formatted(queue))));
            }
            Eventually.holds(() -> assertThat(tenant.proxy().parked()).isEqualTo(40));
            for (int i = 0; i < 40; i++) {
                assertThat(tenant.push("p" + i).once().status()).isEqualTo(201);
            }
            for (Future<Answer> answer : polls) {
                assertThat(answer.get().status()).isEqualTo(200);
            }
        }
        Eventually.holds(() -> assertThat(tenant.proxy().parked()).isZero());
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_leaves_must_give_its_slot_back(Listener listener, Cell cell) throws IOException {
        Tenant tenant = real(listener, cell, plan -> plan.maxParkedPops(10));
        byte[] poll = tenant.request("GET", "/api/v1/pop/queue/left?consumerGroup=g&wait=true&timeout=60000")
                .bytes();
        for (int i = 0; i < 10; i++) {
            try (var connection = Connection.to(tenant.proxy().door())) {
                connection.write(poll);
                Eventually.holds(() -> assertThat(tenant.proxy().parked()).isPositive());
            }
        }
        Eventually.holds(() -> assertThat(tenant.proxy().parked()).isZero());
    }

    @ParameterizedTest
    @EnumSource
    void a_broker_that_is_away_must_not_look_like_a_refusal(Listener listener, Cell cell) {
        StandInBroker gone = StandInBroker.start();
        Tenant tenant = real(listener, cell, plan -> plan.behind(gone.url()));
        gone.close();
        Answer answer = tenant.push("q").once();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(502);
        assertThat(answer.json().path("error").asText()).contains("connection");
    }

    @ParameterizedTest
    @EnumSource
    void a_broker_that_hangs_up_must_be_answered_for(Listener listener, Cell cell) {
        try (FaultyRoad road = FaultyRoad.to(broker.url())) {
            Tenant tenant = real(listener, cell, plan -> plan.behind(road.url()));
            broker.answer(request -> {
                road.cut();
                return new byte[0];
            });
            Answer answer = tenant.get(LISTING);
            assertThat(answer.status()).as(answer.toString()).isEqualTo(502);
            assertThat(answer.code()).isEqualTo("bad_gateway");
        }
    }

    /// `\r`, `\n`, `\0`, `LONG` (more than a line may be) and `FIELDS` (Host and credential) are written out.
    private static byte[] bytes(Tenant tenant, String shape) {
        return shape.replace(
                        "FIELDS", "Host: %s\r\nAuthorization: Bearer %s\r\n".formatted(tenant.host(), tenant.key()))
                .replace("LONG", "x".repeat(16_385))
                .replace("\\r", "\r")
                .replace("\\n", "\n")
                .replace("\\0", "\0")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', textBlock = """
            NETTY  # Content-Length: 2\\r\\nContent-Length: 3\\r\\n\\r\\n{}
            PAYARA # Content-Length: 2\\r\\nContent-Length: 3\\r\\n\\r\\n{}
            NETTY  # Content-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            NETTY  # Transfer-Encoding: xchunked\\r\\n\\r\\n0\\r\\n\\r\\n
            PAYARA # Transfer-Encoding: xchunked\\r\\n\\r\\n0\\r\\n\\r\\n
            NETTY  # Content-Length: +2\\r\\n\\r\\n{}
            PAYARA # Content-Length: +2\\r\\n\\r\\n{}
            NETTY  # Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n
            PAYARA # Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n
            NETTY  # Host: another.test\\r\\n\\r\\n
            PAYARA # Host: another.test\\r\\n\\r\\n
            """)
    void a_doubtful_frame_must_reach_nobody(Listener listener, String rest, Cell cell) throws IOException {
        Tenant tenant = watched(listener, cell);
        try (var connection = Connection.to(tenant.proxy().door())) {
            connection.write(bytes(tenant, "POST /api/v1/push HTTP/1.1\\r\\nFIELDS" + rest + SMUGGLED));
            assertThat(connection.read("POST").status()).isIn(400, 501);
            assertThat(connection.endedWithin(PATIENCE)).isTrue();
        }
        assertThat(broker.seen()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', textBlock = """
            NETTY  # 505 # GET /api/v1/resources/queues HTTP/2.0\\r\\nFIELDS\\r\\n
            PAYARA # 505 # GET /api/v1/resources/queues HTTP/2.0\\r\\nFIELDS\\r\\n
            NETTY  # 400 # G@T /api/v1/resources/queues HTTP/1.1\\r\\nFIELDS\\r\\n
            PAYARA # 400 # G@T /api/v1/resources/queues HTTP/1.1\\r\\nFIELDS\\r\\n
            NETTY  # 400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDS: no name\\r\\n\\r\\n
            PAYARA # 400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDS: no name\\r\\n\\r\\n
            NETTY  # 400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDSX-Blank : a\\r\\n\\r\\n
            PAYARA # 400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDSX-Blank : a\\r\\n\\r\\n
            NETTY  # 400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDSX-Nul: a\\0b\\r\\n\\r\\n
            PAYARA # 400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDSX-Nul: a\\0b\\r\\n\\r\\n
            NETTY  # 400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDSX-Cr: a\\rb\\r\\n\\r\\n
            PAYARA # 400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDSX-Cr: a\\rb\\r\\n\\r\\n
            NETTY  # 414 # GET /LONG HTTP/1.1\\r\\nFIELDS\\r\\n
            PAYARA # 414 # GET /LONG HTTP/1.1\\r\\nFIELDS\\r\\n
            NETTY  # 431 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDSX-Long: LONG\\r\\n\\r\\n
            PAYARA # 431 # GET /api/v1/resources/queues HTTP/1.1\\r\\nFIELDSX-Long: LONG\\r\\n\\r\\n
            """)
    void a_doubtful_head_must_reach_nobody(Listener listener, int status, String shape, Cell cell) throws IOException {
        Tenant tenant = watched(listener, cell);
        try (var connection = Connection.to(tenant.proxy().door())) {
            connection.write(bytes(tenant, shape));
            assertThat(connection.read("GET").status()).isEqualTo(status);
        }
        assertThat(broker.seen()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void an_upgrade_must_not_open_a_tunnel(Listener listener, Cell cell) throws IOException {
        Tenant tenant = watched(listener, cell);
        try (var connection = Connection.to(tenant.proxy().door())) {
            connection.write(tenant.request("GET", LISTING)
                    .header("Connection", "Upgrade, HTTP2-Settings")
                    .header("Upgrade", "h2c")
                    .header("HTTP2-Settings", "AAMAAABkAARAAAAAAAIAAAAA")
                    .bytes());
            assertThat(connection.readHead()).startsWith("HTTP/1.1 200");
        }
        assertThat(broker.only().all("http2-settings")).isEmpty();
        assertThat(broker.only().all("upgrade")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void pipelined_requests_must_be_answered_in_their_order(Listener listener, Cell cell) throws IOException {
        Tenant tenant = watched(listener, cell);
        broker.answer(request -> StandInBroker.response(200, "{\"target\":\"" + request.target() + "\"}"));
        try (var connection = Connection.to(tenant.proxy().door())) {
            var all = new ByteArrayOutputStream();
            for (int i = 0; i < 20; i++) {
                all.writeBytes(tenant.request("GET", LISTING + "?n=" + i).bytes());
            }
            connection.write(all.toByteArray());
            for (int i = 0; i < 20; i++) {
                assertThat(connection.read("GET").text()).contains("?n=" + i + "\"");
            }
        }
        assertThat(broker.seen()).hasSize(20);
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_waits_for_100_must_be_told_to_go_on(Listener listener, Cell cell) throws IOException {
        Tenant tenant = watched(listener, cell);
        String body = "{\"items\":[]}";
        try (var connection = Connection.to(tenant.proxy().door())) {
            connection.write(tenant.request("POST", "/api/v1/push")
                    .header("Expect", "100-continue")
                    .header("Content-Length", Integer.toString(body.length()))
                    .bytes());
            assertThat(connection.readHead()).startsWith("HTTP/1.1 100");
            connection.write(body.getBytes(StandardCharsets.US_ASCII));
            assertThat(connection.read("POST").status()).isEqualTo(200);
        }
        assertThat(broker.only().text()).isEqualTo(body);
        assertThat(broker.only().all("expect")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_client_of_http_1_0_must_be_answered_and_let_go(Listener listener, Cell cell) throws IOException {
        Tenant tenant = watched(listener, cell);
        try (var connection = Connection.to(tenant.proxy().door())) {
            String request = new String(tenant.request("GET", LISTING).bytes(), StandardCharsets.ISO_8859_1);
            connection.write(request.replace("HTTP/1.1", "HTTP/1.0").getBytes(StandardCharsets.ISO_8859_1));
            assertThat(connection.read("GET").status()).isEqualTo(200);
            assertThat(connection.endedWithin(PATIENCE)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_body_that_trickles_in_must_not_hold_a_request(Listener listener, Cell cell) throws IOException {
        Tenant tenant = watched(listener, cell);
        try (var connection = Connection.to(tenant.proxy().door())) {
            connection.write(tenant.request("POST", "/api/v1/push")
                    .header("Content-Length", "100000")
                    .bytes());
            connection.write("{".getBytes(StandardCharsets.US_ASCII));
            Answer answer = connection.read("POST");
            assertThat(answer.status()).as(answer.toString()).isEqualTo(408);
            assertThat(answer.code()).isEqualTo("request_incomplete");
        }
        assertThat(broker.seen()).isEmpty();
    }
}
