package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.http.Answer;
import queencell.http.Request;
import queencell.tenant.Tenant;

/// Two tenants with equal names for everything, on one real broker: neither sees, takes or disturbs what is the
/// other's.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantIsolationIT {

    private static final String QUEUE = "orders";
    private static final String GROUP = "workers";

    /// A message of a tenant, claimed by it.
    private record Claimed(String partition, String transaction, String lease) {
        static Claimed by(Tenant tenant) {
            return by(tenant, QUEUE, GROUP);
        }

        static Claimed by(Tenant tenant, String queue, String group) {
            JsonNode message = tenant.pop(queue, group).json().path("messages").path(0);
            assertThat(message.isObject()).isTrue();
            return new Claimed(
                    message.path("partitionId").asText(),
                    message.path("transactionId").asText(),
                    message.path("leaseId").asText());
        }

        String trace(String name) {
            return "{\"transactionId\":\"%s\",\"partitionId\":\"%s\",\"traceNames\":[\"%s\"],\"data\":{}}"
                    .formatted(transaction, partition, name);
        }

        String ack() {
            return """
                    {"transactionId":"%s","partitionId":"%s","leaseId":"%s","consumerGroup":"%s","status":"completed"}""".formatted(transaction, partition, lease, GROUP);
        }
    }

    private Tenant owner;
    private Tenant stranger;
    /// The message of the owner that has a trace and is dead.
    private Claimed traced;

    /// One tenant has one of everything that can be listed, another nothing.
    @BeforeEach
    void own(Cell cell) {
        if (owner != null) {
            return;
        }
        owner = cell.tenant();
        stranger = cell.tenant();
        configure("{\"queue\":\"only-of-a\",\"namespace\":\"only-of-a\",\"task\":\"only-of-a\"}");
        configure("{\"queue\":\"brief\",\"options\":{\"retentionEnabled\":true,\"retentionSeconds\":1}}");
        assertThat(owner.push("brief").once().status()).isEqualTo(201);
        for (String id : new String[] {"dead", "left"}) {
            assertThat(owner.push("only-of-a")
                            .transactionId(id)
                            .payload("only-of-a")
                            .once()
                            .status())
                    .isEqualTo(201);
        }
        traced = Claimed.by(owner, "only-of-a", "group-of-a");
        String dead = traced.ack().replace("completed", "dlq").replace("\"" + GROUP + "\"", "\"group-of-a\"");
        for (Answer made : new Answer[] {
            owner.post("/api/v1/traces", traced.trace("only-of-a")),
            owner.post("/api/v1/ack", dead),
            owner.post("/api/v1/ephemeral/push", "{\"queue\":\"only-of-a\",\"messages\":[{\"payload\":1}]}"),
            owner.post("/api/v1/timers", """
                    {"operations":[{"op":"schedule","queue":"only-of-a","timerKey":"only-of-a","delayMs":600000,\
                    "txn":"t","payload":"MQ=="}]}"""),
            owner.request("PUT", "/api/v1/kv/only-of-a/key")
                    .json("{\"value\":\"only-of-a\",\"ttlSeconds\":600}")
                    .send()
        }) {
            assertThat(made.status()).as(made.toString()).isLessThan(300);
        }
        // parked while the broker writes its analytics
        Answer parked = owner.get(
                "/api/v1/pop/queue/only-of-a?consumerGroup=waiting&subscriptionMode=new&wait=true&timeout=2500");
        assertThat(parked.status()).as(parked.toString()).isEqualTo(204);
    }

    private void configure(String queue) {
        Answer made = owner.post("/api/v1/configure", queue);
        assertThat(made.status()).as(made.toString()).isEqualTo(200);
    }

    @Test
    void one_transaction_id_of_two_tenants_must_not_collide(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        for (Tenant each : new Tenant[] {a, b}) {
            Answer push =
                    each.push(QUEUE).transactionId("same").payload(each.slug()).once();
            assertThat(push.json().path(0).path("status").asText())
                    .as(push.toString())
                    .isEqualTo("queued");
        }
        assertThat(a.push(QUEUE)
                        .transactionId("same")
                        .once()
                        .json()
                        .path(0)
                        .path("status")
                        .asText())
                .isEqualTo("duplicate");
        for (Tenant each : new Tenant[] {a, b}) {
            JsonNode messages = each.pop(QUEUE, GROUP).json().path("messages");
            assertThat(messages).hasSize(1);
            assertThat(messages.path(0).path("data").asText()).isEqualTo(each.slug());
        }
    }

    @Test
    void a_known_partition_id_must_open_nothing_to_another_tenant(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        assertThat(a.push(QUEUE).transactionId("one").payload("of a").once().status())
                .isEqualTo(201);
        assertThat(b.push(QUEUE).transactionId("one").payload("of b").once().status())
                .isEqualTo(201);
        Claimed claim = Claimed.by(a);

        String message = "/api/v1/messages/%s/%s".formatted(claim.partition(), claim.transaction());
        for (Answer acked : new Answer[] {
            b.post("/api/v1/ack", claim.ack()),
            b.post(
                    "/api/v1/ack/batch",
                    "{\"consumerGroup\":\"%s\",\"acknowledgments\":[%s]}".formatted(GROUP, claim.ack()))
        }) {
            assertThat(acked.json().path(0).path("success"))
                    .as(acked.toString())
                    .isEqualTo(BooleanNode.FALSE);
        }
        assertThat(b.delete(message).status()).isEqualTo(404);
        assertThat(b.post(message + "/retry", "{}").status()).isEqualTo(404);
        Answer extended = b.post("/api/v1/lease/%s/extend".formatted(claim.lease()), "{\"seconds\":1}");
        assertThat(extended.json().path("renewed")).as(extended.toString()).isEqualTo(new IntNode(0));
        Answer traced = b.post("/api/v1/traces", claim.trace("spy"));
        assertThat(traced.status()).as(traced.toString()).isEqualTo(404);
        Answer moved = b.post(
                "/api/v1/transaction",
                "{\"operations\":[%s]}".formatted(claim.ack().replaceFirst("\\{", "{\"type\":\"ack\",")));
        assertThat(moved.json().path("success").asBoolean())
                .as(moved.toString())
                .isFalse();
        for (String target : new String[] {message, "/api/v1/messages?queue=" + QUEUE, "/api/v1/dlq"}) {
            assertThat(b.get(target).text()).doesNotContain("of a");
        }
        assertThat(a.get("/api/v1/traces/%s/%s".formatted(claim.partition(), claim.transaction()))
                        .text())
                .doesNotContain("spy");

        // message, lease and claim of a are still its own
        Answer kept = a.get(message);
        assertThat(kept.text()).as(kept.toString()).contains("of a", "\"consumed\":false");
        assertThat(a.pop(QUEUE, GROUP).status()).isEqualTo(204);
        Answer acked = a.post("/api/v1/ack", claim.ack());
        assertThat(acked.status()).as(acked.toString()).isEqualTo(200);
        assertThat(acked.json().path(0).path("success").asBoolean())
                .as(acked.toString())
                .isTrue();
    }

    /// A target, and what its owner sees there: what that does not see either would prove nothing.
    ///
    /// `/health` is the same for everybody; broker 1.3.0 has neither `/resources/partitions` nor `/resources/kv/…`.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/resources/queues                                 | only-of-a
            /api/v1/resources/queues?stats=cached                    | only-of-a
            /api/v1/resources/queues/only-of-a                       | only-of-a
            /api/v1/resources/queues/only-of-a/depth                 | only-of-a
            /api/v1/resources/namespaces                             | only-of-a
            /api/v1/resources/tasks                                  | only-of-a
            /api/v1/status/queues                                    | only-of-a
            /api/v1/status/queues/only-of-a                          | only-of-a
            /api/v1/analytics/queue-lag                              | only-of-a
            /api/v1/analytics/queue-ops                              | only-of-a
            /api/v1/analytics/queue-parked-replicas                  | only-of-a
            /api/v1/consumer-groups                                  | group-of-a
            /api/v1/consumer-groups/group-of-a                       | only-of-a
            /api/v1/consumer-groups/lagging?minLagSeconds=0          | group-of-a
            /api/v1/messages?queue=only-of-a                         | only-of-a
            /api/v1/dlq                                              | only-of-a
            /api/v1/traces/names                                     | only-of-a
            /api/v1/traces/by-name/only-of-a                         | only-of-a
            /api/v1/traces/{partition}/{transaction}                 | only-of-a
            /api/v1/ephemeral/queues                                 | only-of-a
            /api/v1/ephemeral/queues/only-of-a/depth                 | only-of-a
            /api/v1/timers/only-of-a                                 | only-of-a
            /api/v1/kv/only-of-a/key                                 | only-of-a
            """)
    void a_list_must_not_name_what_another_tenant_owns(String template, String named) {
        String target =
                template.replace("{partition}", traced.partition()).replace("{transaction}", traced.transaction());
        Eventually.holds(
                () -> assertThat(owner.get(target).text().replace(target, "")).contains("\"" + named + "\""));
        Answer seen = stranger.get(target);
        assertThat(seen.status()).as(seen.toString()).isLessThan(500);
        assertThat(seen.text().replace(target, "")).doesNotContain("\"only-of-a\"", "group-of-a");
    }

    /// A target, and a number in its answer that its owner sees there: without a tenant some of them are of the whole
    /// cell.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/resources/overview          | queues
            /api/v1/resources/overview          | partitions
            /api/v1/resources/overview          | deadLetter
            /api/v1/status/analytics            | messages
            /api/v1/analytics/retention         | totalMsgs
            /api/v1/ephemeral/queues            | count
            """)
    void a_sum_must_not_count_what_another_tenant_owns(String target, String counted) {
        Eventually.holds(() -> assertThat(sum(owner.get(target), counted)).isPositive());
        assertThat(sum(stranger.get(target), counted)).isZero();
    }

    private static long sum(Answer answer, String field) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return answer.json().findValues(field).stream()
                .mapToLong(JsonNode::asLong)
                .sum();
    }

    @Test
    void a_forged_header_must_not_reach_into_another_tenant(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        assertThat(b.push("only-of-b").once().status()).isEqualTo(201);
        for (String name : new String[] {"x-queen-tenant", "X-Queen-Tenant"}) {
            Answer pushed = forged(a.request("POST", "/api/v1/push"), name, b)
                    .json(a.push("only-of-a").body())
                    .send();
            assertThat(pushed.status()).as(pushed.toString()).isEqualTo(201);
            Answer listed = forged(a.request("GET", "/api/v1/resources/queues"), name, b)
                    .send();
            assertThat(listed.status()).as(listed.toString()).isEqualTo(200);
            assertThat(listed.text()).contains("\"only-of-a\"").doesNotContain("only-of-b");
        }
        assertThat(b.get("/api/v1/resources/queues").text())
                .contains("\"only-of-b\"")
                .doesNotContain("only-of-a");
    }

    /// Named as hop-by-hop, too: what the proxy says must not go with what it drops.
    private static Request forged(Request request, String name, Tenant victim) {
        return request.header(name, victim.brokerTenant())
                .header("x-queen-eph-fwd", "1")
                .header("Cookie", "other=stolen")
                .header("Connection", "close, x-queen-tenant, authorization, x-queen-request-id");
    }

    @Test
    void deleting_a_queue_must_not_touch_its_namesake(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        for (Tenant each : new Tenant[] {a, b}) {
            assertThat(each.push(QUEUE).once().status()).isEqualTo(201);
            each.request("PUT", "/api/v1/kv/shop/stock")
                    .json("{\"value\":\"%s\",\"ttlSeconds\":60}".formatted(each.slug()))
                    .send();
        }
        assertThat(b.delete("/api/v1/resources/queues/" + QUEUE).status()).isLessThan(300);
        b.delete("/api/v1/kv/shop/stock");
        b.delete("/api/v1/consumer-groups/" + GROUP);
        assertThat(a.pop(QUEUE, GROUP).json().path("messages")).hasSize(1);
        assertThat(a.get("/api/v1/kv/shop/stock").json().path("value").asText()).isEqualTo(a.slug());
        assertThat(b.pop(QUEUE, GROUP).status()).isEqualTo(204);
    }

    @Test
    void a_parked_poll_must_not_be_answered_by_a_neighbours_push(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        var poll = a.request(
                "GET",
                "/api/v1/pop/queue/%s?consumerGroup=%s&subscriptionMode=all&wait=true&timeout=600"
                        .formatted(QUEUE, GROUP));
        Thread.ofVirtual().start(() -> b.push(QUEUE).times(5));
        assertThat(poll.send().status()).isEqualTo(204);
        Eventually.holds(
                () -> assertThat(b.pop(QUEUE, GROUP).json().path("messages")).isNotEmpty());
    }
}
