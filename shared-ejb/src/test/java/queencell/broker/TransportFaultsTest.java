package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import queencell.KnownNames;

/// The transport against a server that misbehaves.
class TransportFaultsTest {

    private static final String INCR =
            "{\"results\":[{\"index\":0,\"op\":\"incr\",\"applied\":true,\"key\":\"k\",\"value\":1,\"version\":1}]}";
    private static final TimeLimits SHORT = new TimeLimits(
            Duration.ofMillis(500),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300));

    private final RawServer server = new RawServer();
    private final BrokerClient client = BrokerClient.of(BrokerOptions.of(server.url()));
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() throws IOException {
        client.close();
        server.close();
        threads.shutdownNow();
    }

    @Test
    void calls_one_after_the_other_must_share_a_connection() {
        server.thenAnswer("200 OK", INCR).thenAnswer("200 OK", INCR).thenAnswer("200 OK", INCR);
        for (int i = 0; i < 3; i++) {
            assertThat(charge()).isInstanceOf(KvAnswer.Done.class);
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void a_broker_whose_name_has_an_underscore_must_be_reached() {
        server.thenAnswer("200 OK", INCR);
        try (var named =
                BrokerClient.of(BrokerOptions.of("http://%s:%d".formatted(KnownNames.UNDERSCORED, server.port())))) {
            assertThat(charge(named)).isInstanceOf(KvAnswer.Done.class);
        }
        assertThat(server.requests)
                .singleElement()
                .asString()
                .contains("Host: %s:%d\r\n".formatted(KnownNames.UNDERSCORED, server.port()));
    }

    @Test
    void a_connection_that_died_while_idle_must_not_cost_an_increment_its_outcome() throws IOException {
        server.thenAnswer("200 OK", INCR).thenAnswer("200 OK", INCR);
        assertThat(charge()).isInstanceOf(KvAnswer.Done.class);
        server.dropConnections();
        await().until(() -> server.requests.size() == 1);
        assertThat(charge()).isInstanceOf(KvAnswer.Done.class);
        assertThat(server.requests).hasSize(2);
    }

    @Test
    void an_increment_cut_after_it_was_sent_must_be_unknown_and_sent_once() {
        server.thenAnswer("200 OK", INCR).then((connection, out) -> false);
        assertThat(charge()).isInstanceOf(KvAnswer.Done.class);
        assertThat(charge())
                .isInstanceOfSatisfying(
                        KvAnswer.Failed.class,
                        failed -> assertThat(failed.failure()).isInstanceOf(CallFailure.OutcomeUnknown.class));
        assertThat(server.requests).hasSize(2);
    }

    @Test
    void an_answer_cut_anywhere_must_be_unknown() {
        byte[] whole = RawServer.bytes("200 OK", INCR);
        for (int cut : new int[] {0, 1, 12, 40, whole.length - 1}) {
            server.then((connection, out) -> {
                out.write(whole, 0, cut);
                return false;
            });
            assertThat(charge())
                    .as("cut after %d bytes", cut)
                    .isInstanceOfSatisfying(
                            KvAnswer.Failed.class,
                            failed -> assertThat(failed.failure()).isInstanceOf(CallFailure.OutcomeUnknown.class));
        }
        assertThat(server.requests).hasSize(5);
    }

    @Test
    void a_read_on_a_connection_that_closes_under_it_must_be_asked_again_at_once() {
        server.thenAnswer("204 No Content", "").then((connection, out) -> false).thenAnswer("204 No Content", "");
        assertThat(client.pop(PopRequest.of("q", "g"))).isInstanceOf(Pop.Empty.class);
        assertThat(client.pop(PopRequest.of("q", "g"))).isInstanceOf(Pop.Empty.class);
        assertThat(server.requests).hasSize(3);
    }

    @Test
    void a_server_that_never_answers_must_not_hold_a_transaction_for_ever() {
        server.thenHang();
        BrokerClient hurried = client.within(SHORT);
        assertThat(hurried.settle(Wire.ackOnly(hurried)))
                .isInstanceOfSatisfying(
                        Settled.Unknown.class,
                        unknown -> assertThat(unknown.text()).contains("300 ms"));
    }

    @Test
    void a_server_that_drips_must_not_stretch_the_limit() {
        server.then((connection, out) -> {
            for (byte b : RawServer.bytes("200 OK", INCR)) {
                out.write(b);
                Thread.sleep(20);
            }
            return true;
        });
        BrokerClient hurried = client.within(SHORT);
        assertThat(hurried.kv("gate", List.of(Wire.incr("k", 1)))).isInstanceOf(KvAnswer.Failed.class);
    }

    @Test
    void a_server_that_never_reads_must_not_hold_a_large_push_for_ever() throws IOException {
        try (var deaf = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            var url = BrokerOptions.of("http://127.0.0.1:" + deaf.getLocalPort());
            try (BrokerClient hurried = BrokerClient.of(url).within(SHORT)) {
                var payload = RawJson.of("\"" + "x".repeat(20_000_000) + "\"");
                assertThat(hurried.push(List.of(new PushItem("q", "p", "", payload))))
                        .isInstanceOfSatisfying(
                                Pushed.Failed.class,
                                failed -> assertThat(failed.failure()).isInstanceOf(CallFailure.OutcomeUnknown.class));
            }
        }
    }

    @Test
    void nobody_listening_must_mean_certainly_not_applied() throws IOException {
        int port;
        try (var gone = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }
        try (BrokerClient nowhere = BrokerClient.of(BrokerOptions.of("http://127.0.0.1:" + port))) {
            Reply<Health> health = nowhere.admin().health();
            assertThat(health)
                    .isInstanceOfSatisfying(
                            Reply.Failed.class,
                            failed -> assertThat(failed.failure()).isInstanceOf(CallFailure.Unavailable.class));
        }
    }

    /// A poll that has reached the server.
    private Future<Pop> pollIn(CallScope scope) {
        Future<Pop> poll =
                threads.submit(() -> client.pop(PopRequest.of("q", "g").waiting(Duration.ofSeconds(60)), scope));
        await().until(() -> server.requests.size() == 1);
        return poll;
    }

    @Test
    void a_parked_poll_must_end_when_its_scope_is_cancelled() throws Exception {
        server.thenHang();
        var scope = new CallScope();
        Future<Pop> poll = pollIn(scope);
        scope.cancel();
        assertThat(poll.get()).isInstanceOf(Pop.Cancelled.class);
    }

    @Test
    void a_parked_poll_must_end_when_the_client_closes() throws Exception {
        server.thenHang();
        Future<Pop> poll =
                threads.submit(() -> client.pop(PopRequest.of("q", "g").waiting(Duration.ofSeconds(60))));
        await().until(() -> server.requests.size() == 1);
        client.close();
        assertThat(poll.get()).isInstanceOf(Pop.Cancelled.class);
        assertThat(charge()).isInstanceOf(KvAnswer.Failed.class);
    }

    @Test
    void a_poll_in_a_scope_of_its_own_must_end_when_the_client_closes() throws Exception {
        server.thenHang();
        Future<Pop> poll = pollIn(new CallScope());
        client.close();
        assertThat(poll.get()).isInstanceOf(Pop.Cancelled.class);
    }

    @Test
    void a_throttled_poll_must_not_sleep_through_the_end_of_the_client() throws Exception {
        server.thenAnswer("429 Too Many Requests\r\nRetry-After: 3600", "");
        Future<Pop> poll = pollIn(new CallScope());
        client.close();
        assertThat(poll.get()).isInstanceOf(Pop.Cancelled.class);
    }

    @Test
    void a_working_call_must_not_wait_behind_parked_polls() throws Exception {
        var scope = new CallScope();
        for (int i = 0; i < 40; i++) {
            server.thenHang();
            threads.submit(() -> client.pop(PopRequest.of("q", "g").waiting(Duration.ofSeconds(60)), scope));
        }
        await().until(() -> server.requests.size() == 40);
        server.thenAnswer("200 OK", INCR);
        assertThat(charge()).isInstanceOf(KvAnswer.Done.class);
        scope.cancel();
    }

    @Test
    void a_shed_read_must_come_back_on_the_same_connection_after_the_announced_wait() {
        server.thenAnswer(
                        "503 Service Unavailable\r\nRetry-After: 0.05",
                        "{\"error\":\"kv_disabled\",\"reason\":\"kv_disabled\"}")
                .thenAnswer("200 OK", "{\"results\":[{\"found\":false,\"index\":0,\"key\":\"k\",\"op\":\"get\"}]}");
        assertThat(client.kv("gate", List.of(new KvOp.Get("k"))))
                .isEqualTo(new KvAnswer.Done(List.of(new KvResult.Missing("k"))));
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void an_answer_beyond_its_bound_must_be_an_outcome_of_its_own() {
        server.thenAnswer("200 OK", "{\"messages\":[" + " ".repeat(5_000) + "]}");
        try (BrokerClient bounded =
                BrokerClient.of(BrokerOptions.of(server.url()).longestAnswer(4_096))) {
            assertThat(bounded.pop(PopRequest.of("q", "g"))).isInstanceOf(Pop.Unreadable.class);
        }
    }

    @Test
    void the_identity_of_a_call_must_reach_the_broker_and_nothing_else() {
        server.thenAnswer("200 OK", "{\"queues\":[]}").thenAnswer("200 OK", "{\"queues\":[]}");
        var cell = Credentials.bearer("cell-secret").forTenant("01a22ad8-c3c9-7001-a199-6966eee3ca09");
        client.as(cell).admin().queues();
        client.admin().queues();
        assertThat(server.requests.get(0))
                .contains("Authorization: Bearer cell-secret\r\n")
                .contains("x-queen-tenant: 01a22ad8-c3c9-7001-a199-6966eee3ca09\r\n");
        assertThat(server.requests.get(1)).doesNotContain("Authorization").doesNotContain("x-queen-tenant");
        assertThat(cell.toString()).doesNotContain("cell-secret");
    }

    @Test
    void a_request_must_be_what_the_broker_reads() {
        server.thenAnswer("200 OK", "{\"success\":true,\"results\":[]}");
        Bundle bundle = client.bundle()
                .ack("g", Wire.ACK)
                .push("gate.q", "eu", "ord-1", payload -> payload.ascii("{\"n\":1}"))
                .push("gate.q", "", "", payload -> payload.ascii("2"))
                .ack("g", new Ack("ord-2", Wire.PARTITION, Wire.LEASE, AckStatus.DLQ, "too \"dear\""));
        assertThat(client.settle(bundle)).isInstanceOf(Settled.Committed.class);
        assertThat(server.requests.getFirst())
                .startsWith("POST /api/v1/transaction HTTP/1.1\r\nHost: 127.0.0.1:")
                .endsWith("""
                        {"operations":[{"type":"ack","transactionId":"ord-1","partitionId":"%1$s","status":"completed",\
                        "consumerGroup":"g","leaseId":"%2$s"},{"type":"push","items":[{"queue":"gate.q","partition":"eu",\
                        "transactionId":"ord-1","payload":{"n":1}},{"queue":"gate.q","payload":2}]},{"type":"ack",\
                        "transactionId":"ord-2","partitionId":"%1$s","status":"dlq","consumerGroup":"g","leaseId":"%2$s",\
                        "error":"too \\"dear\\""}],"requiredLeases":["%2$s"]}""".formatted(Wire.PARTITION, Wire.LEASE));
    }

    @Test
    void every_lease_of_a_transaction_must_be_required() {
        server.thenAnswer("200 OK", "{\"success\":true,\"results\":[]}");
        Bundle bundle = client.bundle();
        for (String lease : List.of("first", "second", "first")) {
            bundle.ack("g", new Ack("ord-" + lease, Wire.PARTITION, lease, AckStatus.COMPLETED, ""));
        }
        assertThat(client.settle(bundle)).isInstanceOf(Settled.Committed.class);
        assertThat(server.requests.getFirst()).endsWith("\"requiredLeases\":[\"first\",\"second\"]}");
    }

    @Test
    void the_brokers_clock_must_be_read_from_a_row_that_the_call_itself_wrote() {
        server.thenAnswer("200 OK", """
                {"results":[{"applied":true,"index":0,"key":"k","op":"incr","value":1,"version":7},
                {"index":1,"op":"getMany","missing":[],"truncated":false,"rows":[{"key":"k","value":1,"version":7,
                "updatedAt":"2100-01-01T00:00:00+00:00","expiresAt":"2100-01-01T00:00:01+00:00"}]}]}""");
        KvAnswer answer = client.kv("gate", List.of(Wire.incr("k", 1), new KvOp.GetMany(List.of("k"))));
        assertThat(client.clock().now()).isAfter(Instant.parse("2099-12-31T23:59:00Z"));
        assertThat(answer)
                .isInstanceOfSatisfying(
                        KvAnswer.Done.class,
                        done -> assertThat(done.results().getFirst())
                                .isInstanceOfSatisfying(
                                        IncrResult.Applied.class,
                                        applied -> assertThat(client.clock()
                                                        .until(applied.expiresAt()
                                                                .orElseThrow()))
                                                .isLessThan(Duration.ofMillis(1_100))));
    }

    @Test
    void an_address_that_does_not_answer_must_not_hide_the_one_that_does() throws IOException {
        // `localhost` often is two addresses, and only one of them has the server
        server.thenAnswer("204 No Content", "");
        int port = Integer.parseInt(server.url().substring(server.url().lastIndexOf(':') + 1));
        try (BrokerClient byName = BrokerClient.of(BrokerOptions.of("http://localhost:" + port))) {
            assertThat(byName.pop(PopRequest.of("q", "g"))).isInstanceOf(Pop.Empty.class);
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    private KvAnswer charge() {
        return charge(client);
    }

    private static KvAnswer charge(BrokerClient client) {
        return client.kv("gate", List.of(Wire.incr("k", 1)));
    }
}
