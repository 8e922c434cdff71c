package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Every step over a real socket and the real database, with a broker that does what a test says.
class DataPathIT {
    private static final String PUSHED = "[{\"status\":\"queued\"}]";
    private static final String ONE_ITEM = "{\"items\":[{\"queue\":\"q\",\"payload\":1}]}";

    private static ProxyInProcess proxy;
    private static UUID cluster;
    private static String key;

    @BeforeAll
    static void start() {
        proxy = new ProxyInProcess(
                Map.of("QUEEN_PROXY_SHARED_HOSTS", "console.example", "QUEEN_PROXY_UPSTREAM_TIMEOUT_MS", "1500"));
        cluster = proxy.cluster("path");
        key = proxy.key(cluster, "{produce,consume,admin,read}");
        proxy.sql(
                "select queen_proxy.set_limit_override('%s', '{\"max_req_per_sec\": null, \"max_msgs_per_sec\": null}')"
                        .formatted(cluster));
    }

    @AfterAll
    static void stop() throws IOException {
        proxy.close();
    }

    @BeforeEach
    void forget() {
        proxy.broker.answers(200, "{}");
        proxy.usage.drainAll();
    }

    private static String bearer(String shown) {
        return "Authorization: Bearer " + shown;
    }

    /// A cluster that no other test touches, so that what is metered is this test's own.
    private record Tenant(UUID cluster, String host, String key) {
        static Tenant of(String slug) {
            UUID cluster = proxy.cluster(slug);
            return new Tenant(cluster, "Host: " + slug + ".example", proxy.key(cluster, "{produce,consume}"));
        }

        WireClient.Answer push(String body) throws IOException {
            return proxy.call(body, "POST /api/v1/push", host, bearer(key));
        }
    }

    private static WireClient.Answer push(String body) throws IOException {
        return proxy.call(body, "POST /api/v1/push", "Host: path.example", bearer(key));
    }

    @Test
    void an_unknown_host_is_told_before_a_blocked_path() throws IOException {
        assertThat(proxy.call("", "GET /api/v1/nothing", "Host: nobody.example").code())
                .isEqualTo("cluster_unknown");
    }

    @Test
    void a_suspended_cluster_tells_nothing_else() throws IOException {
        UUID suspended = proxy.cluster("held");
        proxy.sql("select queen_proxy.set_cluster_status('%s', 'suspended')".formatted(suspended));

        assertThat(proxy.call("", "GET /api/v1/nothing", "Host: held.example").code())
                .isEqualTo("cluster_suspended");
    }

    @Test
    void on_a_shared_host_nobody_learns_of_clusters_without_a_credential() throws IOException {
        UUID suspended = proxy.cluster("silent");
        String itsKey = proxy.key(suspended, "{read}");
        proxy.sql("select queen_proxy.set_cluster_status('%s', 'suspended')".formatted(suspended));
        String target = "GET /api/v1/resources/queues";

        assertThat(proxy.call("", target, "Host: console.example").status()).isEqualTo(401);
        assertThat(proxy.call("", target, "Host: console.example.:6711", bearer("qk_test_no"))
                        .status())
                .isEqualTo(401);
        assertThat(proxy.call("", "GET /api/v1/nothing", "Host: console.example")
                        .code())
                .isEqualTo("route_blocked");
        assertThat(proxy.call("", target, "Host: console.example", bearer(itsKey))
                        .code())
                .isEqualTo("cluster_suspended");
        assertThat(proxy.call("", target, "Host: console.example", bearer(key)).status())
                .isEqualTo(200);
    }

    @Test
    void a_key_must_not_act_elsewhere_by_host_or_header() throws IOException {
        proxy.cluster("other");
        String target = "GET /api/v1/resources/queues";

        assertThat(proxy.call("", target, "Host: other.example", bearer(key)).code())
                .isEqualTo("forbidden");
        assertThat(proxy.call("", target, "Host: path.example", bearer(key), "x-queen-act-cluster: path")
                        .code())
                .isEqualTo("forbidden");
        assertThat(proxy.call("", target, "Host: path.example", "x-queen-act-cluster: path")
                        .code())
                .isEqualTo("unauthorized");
    }

    @Test
    void what_a_client_says_about_itself_does_not_reach_the_broker() throws IOException {
        proxy.call(
                "",
                "GET /api/v1/resources/queues?x=[%zz|",
                "Host: path.example",
                bearer(key),
                "x-queen-tenant: forged",
                "x-queen-eph-fwd: 1",
                "x-queen-request-id: forged",
                "Cookie: other=1",
                "Connection: x-secret, keep-alive",
                "X-Secret: 1",
                "X-Forwarded-Proto: https");

        StubBroker.Seen seen = proxy.broker.last();
        assertThat(seen.headers())
                .doesNotContainKeys("cookie", "x-queen-eph-fwd", "x-secret", "x-forwarded-proto")
                .containsEntry("authorization", List.of("Bearer secret"));
        assertThat(seen.headers().get("x-queen-tenant")).hasSize(1).doesNotContain("forged");
        assertThat(seen.headers().get("x-queen-request-id").getFirst()).matches("[0-9a-f]{32}");
    }

    @Test
    void an_answer_carries_the_request_id_that_the_broker_saw() throws IOException {
        WireClient.Answer answer = push(ONE_ITEM);

        assertThat(answer.headers().get("x-queen-request-id"))
                .isEqualTo(
                        proxy.broker.last().headers().get("x-queen-request-id").getFirst());
    }

    @Test
    void only_what_the_broker_stored_is_metered() throws IOException {
        var tenant = Tenant.of("stored");
        proxy.broker.answers(201, "[{\"status\":\"queued\"},{\"status\":\"duplicate\"},{\"status\":\"buffered\"}]");

        tenant.push(
                "{\"items\":[{\"queue\":\"q\",\"payload\":1},{\"queue\":\"q\",\"payload\":2},{\"queue\":\"q\",\"payload\":3}]}");

        await().until(() -> proxy.metered(tenant.cluster()).equals(List.of("push 1/2")));
    }

    @Test
    void a_refused_request_is_not_metered() throws IOException {
        var tenant = Tenant.of("refused");

        assertThat(tenant.push("{\"items\":[{\"queue\":\"\",\"payload\":1}]}").status())
                .isEqualTo(400);
        assertThat(proxy.call(ONE_ITEM, "POST /api/v1/push", tenant.host()).status())
                .isEqualTo(401);

        assertThat(proxy.metered(tenant.cluster())).isEmpty();
    }

    @Test
    void a_broker_that_is_silent_is_a_504_with_the_word_that_consumers_look_for() throws IOException {
        var tenant = Tenant.of("unheard");
        var gate = proxy.broker.holdsAnswers();
        WireClient.Answer answer = tenant.push(ONE_ITEM);
        gate.countDown();

        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.code()).isEqualTo("upstream_timeout");
        assertThat(answer.body()).contains("timeout");
        assertThat(proxy.meteredWithBytes(tenant.cluster()))
                .containsExactly("push 1/0 %d/0".formatted(ONE_ITEM.length()));
    }

    @Test
    void a_broker_that_is_away_is_a_502_and_takes_nothing() throws IOException {
        UUID away = proxy.cluster("away");
        String itsKey = proxy.key(away, "{produce}");
        proxy.sql("update queen_proxy.cells set base_url = 'http://127.0.0.1:1' where slug = 'cell-away'");

        WireClient.Answer answer = proxy.call(ONE_ITEM, "POST /api/v1/push", "Host: away.example", bearer(itsKey));

        assertThat(answer.code()).isEqualTo("bad_gateway");
        assertThat(answer.body()).contains("connection");
        assertThat(proxy.storage.of(away).inFlightBytes()).isZero();
        assertThat(proxy.meteredWithBytes(away)).containsExactly("push 1/0 %d/0".formatted(ONE_ITEM.length()));
    }

    @Test
    void names_that_the_broker_refused_do_not_use_up_the_plan() throws IOException {
        UUID small = proxy.cluster("small");
        String itsKey = proxy.key(small, "{produce}");
        proxy.sql("select queen_proxy.set_limit_override('%s', '{\"max_queues\": 1}')".formatted(small));
        String[] lines = {"POST /api/v1/push", "Host: small.example", bearer(itsKey)};
        proxy.broker.answers(500, "{}");
        assertThat(proxy.call(ONE_ITEM, lines).status()).isEqualTo(500);
        proxy.broker.answers(201, PUSHED);
        assertThat(proxy.call("{\"items\":[{\"queue\":\"r\",\"payload\":1}]}", lines)
                        .status())
                .isEqualTo(201);

        assertThat(proxy.call(ONE_ITEM, lines).code()).isEqualTo("quota_exceeded");
    }

    @Test
    void a_poll_gives_its_slot_back_when_the_client_leaves() throws IOException {
        var tenant = Tenant.of("leaving");
        var gate = proxy.broker.holdsAnswers();
        try (WireClient client = proxy.connect()) {
            client.send(
                    WireClient.head(
                            "GET /api/v1/pop/queue/q?%77ait=true&timeout=1000", tenant.host(), bearer(tenant.key())),
                    "");
            await().until(() -> proxy.parked.parkedOf(tenant.cluster()) == 1);
        }

        await().until(() -> proxy.parked.parkedOf(tenant.cluster()) == 0 && proxy.parked.parkedInCell() == 0);
        gate.countDown();
        await().until(() -> proxy.metered(tenant.cluster()).equals(List.of("delivery 1/0")));
    }

    @Test
    void a_push_block_refuses_pushes_and_lets_consumers_drain() throws IOException {
        UUID blocked = proxy.cluster("blocked");
        String itsKey = proxy.key(blocked, "{produce,consume}");
        proxy.sql("select queen_proxy.set_cluster_status('%s', 'push_blocked')".formatted(blocked));
        String host = "Host: blocked.example";
        proxy.broker.answers(204, "");

        assertThat(proxy.call(ONE_ITEM, "POST /api/v1/push", host, bearer(itsKey))
                        .code())
                .isEqualTo("push_blocked");
        assertThat(proxy.call("", "GET /api/v1/pop/queue/q", host, bearer(itsKey))
                        .status())
                .isEqualTo(204);
        proxy.broker.answers(200, "{\"success\":true,\"results\":[]}");
        assertThat(proxy.call(
                                "{\"operations\":[{\"type\":\"ack\",\"transactionId\":\"t\"}]}",
                                "POST /api/v1/transaction",
                                host,
                                bearer(itsKey))
                        .status())
                .isEqualTo(200);
        assertThat(proxy.call(
                                "{\"operations\":[{\"type\":\"push\",\"queue\":\"q\",\"payload\":1}]}",
                                "POST /api/v1/transaction",
                                host,
                                bearer(itsKey))
                        .code())
                .isEqualTo("push_blocked");
    }

    @Test
    void a_key_that_may_only_produce_cannot_consume_through_a_transaction() throws IOException {
        String producer = proxy.key(cluster, "{produce}");

        assertThat(proxy.call(
                                "{\"operations\":[{\"type\":\"ack\",\"transactionId\":\"t\"}]}",
                                "POST /api/v1/transaction",
                                "Host: path.example",
                                bearer(producer))
                        .code())
                .isEqualTo("forbidden");
        assertThat(proxy.call("", "GET /api/v1/pop/queue/q", "Host: path.example", bearer(producer))
                        .code())
                .isEqualTo("forbidden");
    }

    @Test
    void a_large_body_is_judged_and_forwarded_byte_for_byte() throws IOException {
        String payload = "x".repeat(200_000);
        String body = "{\"items\":[{\"queue\":\"q\",\"payload\":\"%s\"},{\"queue\":\"q\",\"payload\":\"%1$s\"}]}"
                .formatted(payload);
        proxy.broker.answers(201, "[{\"status\":\"queued\"},{\"status\":\"queued\"}]");

        var tenant = Tenant.of("large");
        assertThat(tenant.push(body).status()).isEqualTo(201);
        assertThat(proxy.broker.last().body()).isEqualTo(body);
        await().until(() -> proxy.metered(tenant.cluster()).equals(List.of("push 1/2")));
    }

    @Test
    void an_item_over_the_plan_is_named() throws IOException {
        WireClient.Answer answer =
                push("{\"items\":[{\"queue\":\"q\",\"payload\":1},{\"queue\":\"q\",\"payload\":\"%s\"}]}"
                        .formatted("x".repeat(262_144)));

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body()).contains("item 1", "262146", "262144");
    }

    @Test
    void a_flood_of_one_tenant_does_not_refuse_another() throws IOException {
        UUID noisy = proxy.cluster("noisy");
        String itsKey = proxy.key(noisy, "{read}");
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            statuses.add(proxy.call("", "GET /api/v1/resources/queues", "Host: noisy.example", bearer(itsKey))
                    .status());
        }

        assertThat(statuses).startsWith(200, 200, 200).contains(429);
        assertThat(push(ONE_ITEM).status()).isEqualTo(200);
    }
}
