package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.http.Answer;
import queencell.tenant.Tenant;

/// Two tenants with equal names for everything, on one real broker: neither sees, takes or disturbs what is the other's.
class TenantIsolationIT {

    private static final String QUEUE = "orders";
    private static final String GROUP = "workers";

    /// A message of a tenant, claimed by it.
    private record Claimed(String partition, String transaction, String lease) {
        static Claimed by(Tenant tenant) {
            JsonNode message = tenant.pop(QUEUE, GROUP).json().path("messages").path(0);
            assertThat(message.isObject()).isTrue();
            return new Claimed(
                    message.path("partitionId").asText(),
                    message.path("transactionId").asText(),
                    message.path("leaseId").asText());
        }

        String ack() {
            return """
                    {"transactionId":"%s","partitionId":"%s","leaseId":"%s","consumerGroup":"%s","status":"completed"}"""
                    .formatted(transaction, partition, lease, GROUP);
        }
    }

    @Test
    void one_transaction_id_of_two_tenants_must_not_collide(Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        for (Tenant each : new Tenant[] {a, b}) {
            Answer push = each.push(QUEUE).transactionId("same").payload(each.slug()).once();
            assertThat(push.json().path(0).path("status").asText())
                    .as(push.toString())
                    .isEqualTo("queued");
        }
        assertThat(a.push(QUEUE).transactionId("same").once().json().path(0).path("status").asText())
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
        assertThat(a.push(QUEUE).transactionId("one").payload("of a").once().status()).isEqualTo(201);
        assertThat(b.push(QUEUE).transactionId("one").payload("of b").once().status()).isEqualTo(201);
        Claimed claim = Claimed.by(a);

        b.post("/api/v1/ack", claim.ack());
        b.post("/api/v1/ack/batch", "{\"consumerGroup\":\"%s\",\"acknowledgments\":[%s]}".formatted(GROUP, claim.ack()));
        b.delete("/api/v1/messages/%s/%s".formatted(claim.partition(), claim.transaction()));
        b.post("/api/v1/messages/%s/%s/retry".formatted(claim.partition(), claim.transaction()), "{}");
        b.post("/api/v1/lease/%s/extend".formatted(claim.lease()), "{\"seconds\":1}");
        b.post(
                "/api/v1/traces",
                "{\"transactionId\":\"%s\",\"partitionId\":\"%s\",\"traceNames\":[\"spy\"],\"data\":{}}"
                        .formatted(claim.transaction(), claim.partition()));
        Answer moved = b.post(
                "/api/v1/transaction",
                "{\"operations\":[%s]}".formatted(claim.ack().replaceFirst("\\{", "{\"type\":\"ack\",")));
        assertThat(moved.json().path("success").asBoolean()).as(moved.toString()).isFalse();
        for (String target : new String[] {
            "/api/v1/messages/%s/%s".formatted(claim.partition(), claim.transaction()),
            "/api/v1/messages?queue=" + QUEUE,
            "/api/v1/dlq"
        }) {
            assertThat(b.get(target).text()).doesNotContain("of a");
        }
        assertThat(a.get("/api/v1/traces/%s/%s".formatted(claim.partition(), claim.transaction())).text())
                .doesNotContain("spy");

        // the claim of a is still its own
        Answer acked = a.post("/api/v1/ack", claim.ack());
        assertThat(acked.status()).as(acked.toString()).isEqualTo(200);
        assertThat(acked.json().path(0).path("success").asBoolean()).as(acked.toString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/resources/queues",
                "/api/v1/resources/queues?stats=cached",
                "/api/v1/resources/overview",
                "/api/v1/resources/namespaces",
                "/api/v1/status/queues",
                "/api/v1/status/analytics",
                "/api/v1/analytics/queue-lag",
                "/api/v1/analytics/queue-ops",
                "/api/v1/consumer-groups",
                "/api/v1/consumer-groups/lagging",
                "/api/v1/messages?queue=only-of-a",
                "/api/v1/dlq",
                "/api/v1/traces/names",
                "/api/v1/ephemeral/queues",
                "/api/v1/timers/only-of-a",
                "/api/v1/kv/only-of-a/key",
                "/health"
            })
    void a_list_must_not_name_what_another_tenant_owns(String target, Cell cell) {
        Tenant a = cell.tenant();
        Tenant b = cell.tenant();
        assertThat(a.push("only-of-a").payload("only-of-a").once().status()).isEqualTo(201);
        a.pop("only-of-a", "group-of-a");
        a.request("PUT", "/api/v1/kv/only-of-a/key")
                .json("{\"value\":\"only-of-a\",\"ttlSeconds\":60}")
                .send();
        Answer seen = b.get(target);
        assertThat(seen.status()).as(seen.toString()).isLessThan(500);
        assertThat(seen.text().replace(target, "")).doesNotContain("\"only-of-a\"", "group-of-a");
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
                "/api/v1/pop/queue/%s?consumerGroup=%s&subscriptionMode=all&wait=true&timeout=600".formatted(QUEUE, GROUP));
        Thread.ofVirtual().start(() -> b.push(QUEUE).times(5));
        assertThat(poll.send().status()).isEqualTo(204);
        Eventually.holds(() -> assertThat(b.pop(QUEUE, GROUP).json().path("messages")).isNotEmpty());
    }
}
