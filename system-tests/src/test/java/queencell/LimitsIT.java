package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.http.Answer;
import queencell.proxy.ProxyVariant;
import queencell.tenant.PlanDraft.Feature;
import queencell.tenant.Tenant;

/// Messages, queues, partitions, retention and features of a plan, on the real broker (pipeline, 7.4, 7.8, 7.9).
class LimitsIT {

    static String items(int count, String item) {
        return IntStream.range(0, count).mapToObj(i -> item).collect(Collectors.joining(",", "{\"items\":[", "]}"));
    }

    private static final int MOST_BODY_BYTES = 16 * 1024 * 1024;
    private static final String ITEM = "{\"queue\":\"q\",\"payload\":1}";

    @Test
    void a_batch_that_no_wait_can_admit_must_not_be_told_to_wait(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxMsgsPerSec(1).msgsBurst(10));
        Answer answer = tenant.post("/api/v1/push", items(11, ITEM));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(413);
        assertThat(answer.code()).isEqualTo("payload_too_large");
        assertThat(answer.json().path("error").asText()).contains("msgs_burst", "11", "10");
    }

    @Test
    void messages_over_the_rate_must_wait(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxMsgsPerSec(1).msgsBurst(10));
        assertThat(tenant.post("/api/v1/push", items(10, ITEM)).status()).isEqualTo(201);
        Answer answer = tenant.post("/api/v1/push", items(8, ITEM));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(429);
        assertThat(answer.code()).isEqualTo("rate_limited");
        assertThat(answer.retryAfterSeconds()).isBetween(5, 8);
        assertThat(tenant.get("/api/v1/resources/queues").status()).isEqualTo(200);
        // no message, no token
        assertThat(tenant.post("/api/v1/push", "{\"items\":[]}").status()).isEqualTo(201);
    }

    @Test
    void a_changed_burst_must_neither_give_tokens_nor_leave_too_many(Cell cell) {
        // nothing to speak of comes back while this runs
        Tenant tenant = cell.tenant(plan -> plan.maxMsgsPerSec(0).msgsBurst(10));
        assertThat(tenant.post("/api/v1/push", items(6, ITEM)).status()).isEqualTo(201);
        burst(tenant, 1_000);
        Answer upgraded = tenant.post("/api/v1/push", items(5, ITEM));
        assertThat(upgraded.status()).as(upgraded.toString()).isEqualTo(429);
        assertThat(upgraded.retryAfterSeconds()).isEqualTo(60);
        burst(tenant, 3);
        assertThat(tenant.post("/api/v1/push", items(4, ITEM)).status()).isEqualTo(413);
        assertThat(tenant.post("/api/v1/push", items(3, ITEM)).status()).isEqualTo(201);
        assertThat(tenant.post("/api/v1/push", items(1, ITEM)).status()).isEqualTo(429);
    }

    private static void burst(Tenant tenant, int messages) {
        tenant.control()
                .one(
                        "select queen_proxy.set_limit_override(?::uuid, ?::jsonb)::text",
                        tenant.cluster().toString(),
                        "{\"max_msgs_per_sec\": 0, \"msgs_burst\": %d}".formatted(messages));
        Eventually.holds(() -> assertThat(tenant.post("/api/v1/push", "{\"items\":[]}")
                        .header("RateLimit-Policy")
                        .orElse(""))
                .contains("\"msgs\";q=" + messages));
    }

    /// What bounds memory refuses in shadow mode too; one byte or item less reaches the broker.
    @Test
    void sizes_must_be_bounded_whether_or_not_limits_are_enforced(Cell cell) {
        Tenant enforced = cell.tenant(plan -> plan.maxPayloadBytes(20).maxBatchItems(5));
        Tenant shadow =
                cell.tenant(plan -> plan.maxPayloadBytes(20).maxBatchItems(5)).through(cell.proxy(ProxyVariant.SHADOW));
        for (Tenant tenant : new Tenant[] {enforced, shadow}) {
            assertThat(tenant.post(
                                    "/api/v1/push",
                                    items(1, ITEM)
                                            .replace("}]}", "}]}" + " ".repeat(MOST_BODY_BYTES))
                                            .substring(0, MOST_BODY_BYTES))
                            .status())
                    .isEqualTo(201);
            Answer body = tenant.post("/api/v1/push", " ".repeat(MOST_BODY_BYTES + 1));
            assertThat(body.status()).isEqualTo(413);
            assertThat(body.code()).isEqualTo("payload_too_large");
            assertThat(tenant.post("/api/v1/push", items(5, ITEM)).status()).isEqualTo(201);
            Answer batch = tenant.post("/api/v1/push", items(6, ITEM));
            assertThat(batch.status()).as(batch.toString()).isEqualTo(413);
            assertThat(tenant.push("q").payload("x".repeat(18)).once().status()).isEqualTo(201);
            Answer item = tenant.push("q").payload("x".repeat(19)).once();
            assertThat(item.status()).as(item.toString()).isEqualTo(413);
            assertThat(item.json().path("error").asText()).contains("item 0", "21", "20");
        }
    }

    @Test
    void deliveries_must_count_as_messages(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxMsgsPerSec(1).msgsBurst(20));
        assertThat(tenant.post("/api/v1/push", items(15, ITEM)).status()).isEqualTo(201);
        Answer pop = tenant.pop("q", "g");
        assertThat(pop.json().path("messages")).hasSize(15);
        Answer push = tenant.post("/api/v1/push", items(1, ITEM));
        assertThat(push.status()).as(push.toString()).isEqualTo(429);
        // a pop itself never waits
        assertThat(tenant.pop("q", "other").status()).isEqualTo(200);
    }

    /// The broker delivers 200 where nobody names a number, 100 where it is to choose one.
    @ParameterizedTest
    @CsvSource({
        "3, /api/v1/pop/queue/q?, 3",
        "3, /api/v1/pop/queue/q?batch=150&, 3",
        "3, /api/v1/pop/queue/q/partition/Default?, 3",
        "3, /api/v1/pop/queue/q?autopilot=true&, 3",
        "150, /api/v1/pop/queue/q?autopilot=true&, 100",
        "150, /api/v1/pop/queue/q/partition/Default?autopilot=true&, 150"
    })
    void a_pop_must_not_deliver_beyond_the_bound_by_naming_none(int bound, String target, int delivered, Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxBatchItems(bound));
        for (int push = 0; push < 2; push++) {
            assertThat(tenant.post("/api/v1/push", items(bound, ITEM)).status()).isEqualTo(201);
        }
        Answer pop = tenant.get(target + "consumerGroup=g&subscriptionMode=all");
        assertThat(pop.status()).as(pop.toString()).isEqualTo(200);
        assertThat(pop.json().path("messages")).hasSize(delivered);
    }

    @Test
    void a_queue_over_the_cap_must_be_refused_and_leave_no_name(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxQueues(2));
        assertThat(tenant.push("a").once().status()).isEqualTo(201);
        Answer both = tenant.post("/api/v1/push", """
                {"items":[{"queue":"b","payload":1},{"queue":"c","payload":1}]}""");
        assertThat(both.status()).as(both.toString()).isEqualTo(403);
        assertThat(both.code()).isEqualTo("quota_exceeded");
        assertThat(both.json().path("error").asText()).contains("queue limit reached (2)", "max_queues");
        // the refused batch must not have taken the last place
        assertThat(tenant.push("c").once().status()).isEqualTo(201);
        assertThat(tenant.push("d").once().code()).isEqualTo("quota_exceeded");
        assertThat(tenant.push("a").once().status()).isEqualTo(201);
    }

    @Test
    void a_partition_over_the_cap_must_be_refused(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxPartitionsPerQueue(2));
        assertThat(tenant.push("q").once().status()).isEqualTo(201);
        assertThat(tenant.push("q").partition("p1").once().status()).isEqualTo(201);
        Answer third = tenant.push("q").partition("p2").once();
        assertThat(third.status()).as(third.toString()).isEqualTo(403);
        assertThat(third.json().path("error").asText())
                .contains("partition limit reached (2)", "max_partitions_per_queue");
        assertThat(tenant.push("other").partition("p2").once().status()).isEqualTo(201);
    }

    @Test
    void a_full_queue_must_stay_usable_after_a_restart(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxQueues(1).maxPartitionsPerQueue(2));
        assertThat(tenant.push("q").partition("p1").once().status()).isEqualTo(201);
        assertThat(tenant.push("q").partition("p2").once().status()).isEqualTo(201);
        Eventually.holds(() -> assertThat(tenant.control()
                        .one(
                                "select partitions_count from queen_proxy.queues where cluster_id = ?::uuid",
                                tenant.cluster().toString()))
                .isEqualTo("2"));
        // another proxy knows of this tenant only what a restarted one does: the rows
        Tenant restarted = tenant.through(cell.proxy(ProxyVariant.STRICT_EDGE));
        for (String known : new String[] {"p1", "p2", "p1"}) {
            Answer push = restarted.push("q").partition(known).once();
            assertThat(push.status()).as(push.toString()).isEqualTo(201);
        }
        assertThat(restarted.push("q").partition("p3").once().code()).isEqualTo("quota_exceeded");
        assertThat(restarted.push("r").once().code()).isEqualTo("quota_exceeded");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/transaction   | {"operations":[{"type":"push","queue":"%s","payload":1}]}
            /api/v1/transaction   | {"operations":[{"type":"push","items":[{"queue":"%s"}]}]}
            /api/v1/configure     | {"queue":"%s"}
            /api/v1/timers        | {"operations":[{"op":"schedule","queue":"%s","key":"k","delayMs":60000,"payload":1}]}
            """)
    void no_other_route_may_make_a_queue_over_the_cap(String target, String body, Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxQueues(1));
        assertThat(tenant.push("a").once().status()).isEqualTo(201);
        Answer over = tenant.post(target, body.formatted("b"));
        assertThat(over.status()).as(over.toString()).isEqualTo(403);
        assertThat(over.code()).isEqualTo("quota_exceeded");
        Answer pop = tenant.pop("b", "g");
        assertThat(pop.status()).as(pop.toString()).isEqualTo(403);
        assertThat(tenant.get("/api/v1/resources/queues").json().path("queues")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"queue\":\"r\",\"retentionSeconds\":3601}",
                "{\"queue\":\"r\",\"retentionSeconds\":\" 3601 \"}",
                "{\"queue\":\"r\",\"options\":{\"completedRetentionSeconds\":\"99999\"}}"
            })
    void retention_over_the_ceiling_must_be_refused_and_make_nothing(String body, Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxRetentionSeconds(3600).maxQueues(1));
        Answer over = tenant.post("/api/v1/configure", body);
        assertThat(over.status()).as(over.toString()).isEqualTo(403);
        assertThat(over.code()).isEqualTo("quota_exceeded");
        assertThat(over.json().path("error").asText()).contains("3600");
        assertThat(tenant.push("another").once().status()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"queue\":\"r\"}",
                "{\"queue\":\"r\",\"retentionSeconds\":0}",
                "{\"queue\":\"r\",\"options\":{\"retentionSeconds\":3600}}"
            })
    void retention_within_the_ceiling_must_pass(String body, Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxRetentionSeconds(3600));
        Answer answer = tenant.post("/api/v1/configure", body);
        assertThat(answer.status()).as(answer.toString()).isBetween(200, 299);
    }

    /// Draining and deleting are the way out of a block; a body that also stores is refused as a whole.
    @Test
    void a_blocked_tenant_must_be_able_to_let_go_of_what_it_has(Cell cell) {
        Tenant tenant = cell.tenant();
        assertThat(tenant.push("q").once().status()).isEqualTo(201);
        JsonNode message = tenant.pop("q", "g").json().path("messages").path(0);
        String put = "{\"op\":\"put\",\"ns\":\"n\",\"key\":\"k\",\"value\":%d,\"ttlSeconds\":600}";
        assertThat(tenant.post("/api/v1/kv", "[" + put.formatted(1) + "]").status())
                .isEqualTo(200);
        String get = "{\"op\":\"get\",\"ns\":\"n\",\"key\":\"k\"}";
        String schedule =
                "{\"op\":\"schedule\",\"queue\":\"q\",\"timerKey\":\"k\",\"txn\":\"t\",\"delayMs\":600000,\"payload\":\"MQ==\"}";
        String cancel = "{\"op\":\"cancel\",\"queue\":\"q\",\"timerKey\":\"k\"}";
        Answer scheduled = tenant.post("/api/v1/timers", "[" + schedule + "]");
        assertThat(scheduled.text()).contains("\"scheduled\"");
        tenant.clusterStatus("push_blocked");
        Eventually.holds(() -> assertThat(tenant.push("q").once().code()).isEqualTo("push_blocked"));

        String push = "{\"type\":\"push\",\"queue\":\"q\",\"payload\":1}";
        String[][] growing = {
            {"/api/v1/kv", "[%s,%s]".formatted(get, put.formatted(2))},
            {"/api/v1/timers", "[%s,%s]".formatted(cancel, schedule)},
            {"/api/v1/transaction", "{\"operations\":[%s,%s]}".formatted(ack(message), push)},
            {"/api/v1/transaction", "{\"operations\":[%s],\"kv\":[%s]}".formatted(ack(message), put.formatted(2))},
            {"/streams/v1/cycle", "{\"query_id\":\"x\",\"push_items\":[{\"queue\":\"q\",\"payload\":1}]}"}
        };
        for (String[] call : growing) {
            Answer answer = tenant.post(call[0], call[1]);
            assertThat(answer.status()).as(answer.toString()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("push_blocked");
        }
        Answer twice = tenant.post("/api/v1/transaction", "{\"operations\":[],\"operations\":[%s]}".formatted(push));
        assertThat(twice.status()).as(twice.toString()).isEqualTo(400);
        assertThat(tenant.get("/api/v1/kv/n/k").json().path("value").asInt()).isEqualTo(1);

        // still there, so that nothing of the refused batch was done
        assertThat(tenant.post("/api/v1/timers", "[" + cancel + "]").text()).contains("\"cancelled\"");
        Answer acked = tenant.post("/api/v1/transaction", "{\"operations\":[%s]}".formatted(ack(message)));
        assertThat(acked.json().path("success").asBoolean())
                .as(acked.toString())
                .isTrue();
        Answer deleted = tenant.post("/api/v1/kv", "[%s,%s]".formatted(get, get.replace("get", "delete")));
        assertThat(deleted.status()).as(deleted.toString()).isEqualTo(200);
        assertThat(tenant.get("/api/v1/kv/n/k").json().path("value").isNumber()).isFalse();
        // what the broker makes of it is its own business
        Answer cycle = tenant.post("/streams/v1/cycle", "{\"query_id\":\"x\",\"push_items\":[]}");
        assertThat(cycle.text()).isEqualTo("{\"error\":\"partition_id is required\"}");
    }

    private static String ack(JsonNode message) {
        return """
                {"type":"ack","transactionId":"%s","partitionId":"%s","leaseId":"%s","consumerGroup":"g","status":"completed"}""".formatted(
                        message.path("transactionId").asText(),
                        message.path("partitionId").asText(),
                        message.path("leaseId").asText());
    }

    @Test
    void a_feature_that_the_plan_lacks_must_stay_closed(Cell cell) {
        Tenant tenant = cell.tenant(
                plan -> plan.without(Feature.KV, Feature.TIMERS, Feature.EPHEMERAL, Feature.STREAMS, Feature.TRACES));
        Answer[] answers = {
            tenant.get("/api/v1/kv/n/k"),
            tenant.post("/api/v1/kv", "[]"),
            tenant.post("/api/v1/timers", "[]"),
            tenant.post("/api/v1/ephemeral/push", "{}"),
            tenant.post("/streams/v1/cycle", "{}"),
            tenant.post("/api/v1/traces", "{}"),
            tenant.post(
                    "/api/v1/transaction", "{\"operations\":[],\"kv\":[{\"op\":\"get\",\"ns\":\"n\",\"key\":\"k\"}]}"),
            tenant.post("/api/v1/transaction", "{\"timers\":[{\"op\":\"cancel\",\"queue\":\"q\",\"key\":\"k\"}]}")
        };
        for (Answer answer : answers) {
            assertThat(answer.status()).as(answer.toString()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("feature_gated");
        }
        assertThat(tenant.get("/api/v1/traces/names").status()).isEqualTo(200);
    }

    /// What the broker did not store goes back to the estimate (A10): without that the third repeat would be refused,
    /// until the broker's next measurement and for nothing.
    @Test
    void repeats_that_store_nothing_must_not_use_up_the_storage(Cell cell) {
        Tenant tenant = cell.tenant();
        tenant.control()
                .one(
                        "select queen_proxy.set_limit_override(?::uuid, '{\"max_retained_bytes\": 10000}')::text",
                        tenant.cluster().toString());
        String body = tenant.push("q")
                .transactionId("once")
                .payload("x".repeat(4_000))
                .body();
        for (int i = 0; i < 6; i++) {
            Answer answer = tenant.post("/api/v1/push", body);
            assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
            assertThat(answer.json().path(0).path("status").asText()).isEqualTo(i == 0 ? "queued" : "duplicate");
            // given back a moment after the answer
            Eventually.holds(() -> assertThat(inFlight(cell, tenant)).isLessThan(5_000));
        }
        // what is stored does count, though a measurement in between may settle some of it
        assertThat(tenant.push("q").payload("x".repeat(7_000)).times(5))
                .filteredOn(Answer::refused)
                .isNotEmpty()
                .allSatisfy(answer -> assertThat(answer.code()).isEqualTo("storage_quota_exceeded"));
    }

    private static long inFlight(Cell cell, Tenant tenant) {
        return cell.proxyCell("GET", "/cell/clusters/" + tenant.slug())
                .send()
                .json()
                .path("proxy")
                .path("storage")
                .path("in_flight_bytes")
                .asLong();
    }
}
