package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What requests under way may add to the month is kept free for them (control plane, 14.2): the quota is crossed
/// by one request at most, and what is not used of it comes back, however a request ends.
class MonthHoldIT {
    private static final int ITEMS = 7;

    private static ProxyInProcess proxy;
    private static int number;

    private ProxyInProcess.Tenant tenant;
    private UUID cluster;

    @BeforeAll
    static void start() {
        proxy = new ProxyInProcess(Map.of("QUEEN_PROXY_UPSTREAM_TIMEOUT_MS", "1500"));
    }

    @AfterAll
    static void stop() throws IOException {
        proxy.close();
    }

    @BeforeEach
    void make() {
        tenant = proxy.tenant("month-" + number++, "{produce,consume,admin}");
        cluster = tenant.cluster();
        limit("\"max_msgs_per_sec\": null");
        proxy.usage.drainAll();
    }

    /// Of the plan's limits only this one is left.
    private void limit(String members) {
        proxy.sql("select queen_proxy.set_limit_override('%s', '{\"max_req_per_sec\": null, %s}')"
                .formatted(cluster, members));
    }

    private static String items(String queue) {
        return Collections.nCopies(ITEMS, "{\"queue\":\"%s\",\"payload\":1}".formatted(queue)).stream()
                .collect(Collectors.joining(",", "{\"items\":[", "]}"));
    }

    private static String answered(String status) {
        return Collections.nCopies(ITEMS, "{\"status\":\"%s\"}".formatted(status)).stream()
                .collect(Collectors.joining(",", "[", "]"));
    }

    private WireClient.Answer push() throws IOException {
        return tenant.call("POST /api/v1/push", items("q"));
    }

    private long taken() {
        return proxy.months.taken(cluster).orElseThrow();
    }

    @Test
    void however_many_requests_come_at_once_one_at_most_crosses_the_quota() throws Exception {
        int quota = 30;
        int requests = 24;
        limit("\"max_msgs_per_sec\": null, \"monthly_msgs_quota\": " + quota);
        proxy.months.settle(cluster, 0, quota);
        proxy.broker.answers(201, answered("queued"));
        var gate = proxy.broker.holdsAnswers();
        List<Future<WireClient.Answer>> sent = new ArrayList<>();
        List<WireClient.Answer> answers = new ArrayList<>();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<WireClient.Answer> one = this::push;
            for (int i = 0; i < requests; i++) {
                sent.add(clients.submit(one));
            }
            // nobody is answered by the broker yet: all that are not refused are under way at once
            await().until(() -> sent.stream().filter(Future::isDone).count() >= requests - (quota / ITEMS + 1));
            gate.countDown();
            for (Future<WireClient.Answer> each : sent) {
                answers.add(each.get());
            }
        }

        List<WireClient.Answer> refused =
                answers.stream().filter(answer -> answer.status() != 201).toList();
        // 4 * 7 leave two places, which the fifth request may cross
        assertThat(answers).hasSize(refused.size() + 5);
        assertThat(refused).allSatisfy(answer -> {
            // not 403, which ends a producer: those under way may turn out to be duplicates
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.headers()).containsEntry("Retry-After", "1");
            assertThat(answer.body()).contains("monthly_msgs_quota (30 messages)");
            assertThat(answer.headers().get("RateLimit")).contains("\"month\";r=0");
        });
        await().untilAsserted(() -> assertThat(proxy.months.used(cluster)).hasValue(35));
        long overshoot = proxy.months.used(cluster).orElseThrow() - quota;
        assertThat(overshoot).isLessThan(ITEMS);
        assertThat(push().code()).isEqualTo("quota_exceeded");
    }

    record Ending(String request, String body, int status, String answer) {
        @Override
        public String toString() {
            return "%s answered %d %s".formatted(request, status, answer);
        }
    }

    static Stream<Ending> endings() {
        String push = "POST /api/v1/push";
        String transaction = "POST /api/v1/transaction";
        String pushes = "{\"operations\":[{\"type\":\"push\",\"queue\":\"q\",\"payload\":1}]}";
        return Stream.of(
                new Ending(push, items("q"), 201, answered("duplicate")),
                new Ending(push, items("q"), 201, "not json"),
                new Ending(push, items("q"), 500, "{}"),
                new Ending(push, items("q"), 400, "{}"),
                new Ending(transaction, pushes, 200, "{\"success\":false}"),
                new Ending(transaction, pushes, 409, "{}"),
                new Ending("POST /api/v1/dlq/7/replay", "{}", 200, "{\"success\":true,\"result\":\"duplicate\"}"),
                new Ending("POST /api/v1/dlq/7/replay", "{}", 404, "{}"),
                new Ending("POST /api/v1/messages/p/t/retry", "", 404, "{}"));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void room_that_a_request_did_not_use_comes_back(Ending ending) throws IOException {
        proxy.months.settle(cluster, 0, 1);
        proxy.broker.answers(ending.status(), ending.answer());

        assertThat(tenant.call(ending.request(), ending.body()).status()).isEqualTo(ending.status());

        await().untilAsserted(() -> assertThat(taken()).isZero());
        assertThat(proxy.months.used(cluster)).hasValue(0);
    }

    @Test
    void a_replayed_letter_fills_the_month_like_a_push() throws IOException {
        proxy.months.settle(cluster, 0, 1);
        proxy.broker.answers(200, "{\"success\":true,\"replayedAs\":{\"status\":\"queued\"}}");

        assertThat(tenant.call("POST /api/v1/messages/p/t/retry", "").status()).isEqualTo(200);

        await().untilAsserted(() -> assertThat(proxy.months.used(cluster)).hasValue(1));
        assertThat(taken()).isEqualTo(1);
        assertThat(tenant.call("POST /api/v1/messages/p/t/retry", "").code()).isEqualTo("quota_exceeded");
    }

    @Test
    void a_broker_that_is_silent_or_away_gives_the_room_back() throws IOException {
        proxy.months.settle(cluster, 0, 1);
        var gate = proxy.broker.holdsAnswers();
        assertThat(push().status()).isEqualTo(504);
        await().untilAsserted(() -> assertThat(taken()).isZero());
        gate.countDown();

        proxy.sql("update queen_proxy.cells set base_url = 'http://127.0.0.1:1' where slug = 'cell-month-%d'"
                .formatted(number - 1));
        proxy.directory.anythingMayHaveChanged();
        assertThat(push().status()).isEqualTo(502);
        await().untilAsserted(() -> assertThat(taken()).isZero());
    }

    @Test
    void a_client_that_leaves_gives_the_room_back() throws IOException {
        proxy.months.settle(cluster, 0, 1);
        var gate = proxy.broker.holdsAnswers();
        try (WireClient client = proxy.connect()) {
            client.send(WireClient.head("POST /api/v1/push", tenant.host(), tenant.key()), items("q"));
            await().untilAsserted(() -> assertThat(taken()).isEqualTo(ITEMS));
        }

        await().untilAsserted(() -> assertThat(taken()).isZero());
        gate.countDown();
    }

    @Test
    void what_another_limit_refuses_keeps_no_room() throws IOException {
        proxy.months.settle(cluster, 0, 100);
        limit("\"max_msgs_per_sec\": 1, \"msgs_burst\": 10");
        proxy.broker.answers(201, answered("duplicate"));
        assertThat(push().status()).isEqualTo(201);

        WireClient.Answer refused = push();

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).contains("max_msgs_per_sec");
        await().untilAsserted(() -> assertThat(taken()).isZero());
    }
}
