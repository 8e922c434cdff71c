package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Gate's calls, letter by letter (wire, 22).
class RequestsTest {

    private static final PopRequest CLAIM = PopRequest.of("shop.orders.in", "gate.shop.orders.main.prices")
            .waiting(Duration.ofSeconds(30))
            .leaseSeconds(10);

    @Test
    void a_claim_at_an_ingress_must_start_at_the_head_of_the_log() {
        assertThat(Requests.popTarget(CLAIM))
                .isEqualTo("/api/v1/pop/queue/shop.orders.in?batch=200&wait=true&timeout=30000"
                        + "&consumerGroup=gate.shop.orders.main.prices&leaseSeconds=10&subscriptionMode=all");
    }

    @Test
    void a_claim_of_an_interior_stage_must_start_at_its_instant() {
        var start = new PopRequest.Start.From(Instant.parse("2026-09-04T09:58:00Z"));
        assertThat(Requests.popTarget(CLAIM.start(start)))
                .endsWith("&subscriptionMode=new&subscriptionFrom=2026-09-04T09%3A58%3A00.000Z");
    }

    @Test
    void several_partitions_must_be_asked_for_only_where_they_mean_something() {
        assertThat(Requests.popTarget(CLAIM.partitions(8))).contains("&partitions=8&");
        assertThat(Requests.popTarget(CLAIM.partitions(8).partition("a/b ü")))
                .startsWith("/api/v1/pop/queue/shop.orders.in/partition/a%2Fb%20%C3%BC?")
                .doesNotContain("partitions=");
    }

    @Test
    void a_charge_must_ask_all_counters_and_their_deadlines_in_one_call() {
        String body = written(out -> Requests.kv(
                out,
                "gate",
                List.of(
                        Wire.incr("b:1", 12).max(100).required(true),
                        Wire.incr("b:2", -12).min(76).max(76),
                        new KvOp.GetMany(List.of("b:1", "b:2")))));
        assertThat(body).isEqualTo("""
                {"operations":[{"ns":"gate","op":"incr","key":"b:1","delta":12,"max":100,"ttlSeconds":1,"required":true},\
                {"ns":"gate","op":"incr","key":"b:2","delta":-12,"min":76,"max":76,"ttlSeconds":1},\
                {"ns":"gate","op":"getMany","keys":["b:1","b:2"]}]}""");
    }

    @Test
    void documents_must_be_written_with_their_condition() {
        String body = written(out -> Requests.kv(
                out,
                "gate",
                List.of(
                        KvOp.Put.of("d:1", RawJson.of("{\"a\":1.10}"), Expiry.FOREVER)
                                .expect(812),
                        new KvOp.PutIfAbsent("d:2", RawJson.of("3"), Expiry.seconds(30)),
                        KvOp.Delete.of("d:3"),
                        new KvOp.GetPrefix("d:", "d:3", 100, true))));
        assertThat(body).isEqualTo("""
                {"operations":[{"ns":"gate","op":"put","key":"d:1","value":{"a":1.10},"forever":true,"expect":812},\
                {"ns":"gate","op":"putIfAbsent","key":"d:2","value":3,"ttlSeconds":30},\
                {"ns":"gate","op":"delete","key":"d:3"},\
                {"ns":"gate","op":"getPrefix","prefix":"d:","after":"d:3","limit":100,"keysOnly":true}]}""");
    }

    @Test
    void a_queue_of_ours_must_be_configured_with_the_complete_set() {
        assertThat(written(out -> QueueOptions.owned("gate.shop", 10, 3).write(out, "gate.shop.orders.ip.in")))
                .isEqualTo("""
                        {"queue":"gate.shop.orders.ip.in","namespace":"gate.shop","task":"","options":{\
                        "leaseTime":10,"retryLimit":3,"deadLetterQueue":true,"dlqAfterMaxRetries":true,\
                        "retentionEnabled":true,"retentionSeconds":0,"completedRetentionSeconds":2592000,\
                        "maxWaitTimeSeconds":0,"dedupWindowSeconds":3600,"delayedProcessing":0,"windowBuffer":0,\
                        "minPopWaitTime":0,"encryptionEnabled":false}}""");
    }

    @Test
    void a_name_that_costs_other_tenants_their_messages_must_not_leave_this_process() {
        for (String name : List.of("", "x".repeat(256), "ü".repeat(128), "a\u0000b", "a\nb", "a\u007f")) {
            assertThatThrownBy(() -> PopRequest.of(name, "g")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new PushItem(name, "p", "t", RawJson.NULL))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(PopRequest.of("ü".repeat(127), "g").queue()).hasSize(127);
    }

    @Test
    void a_bundle_must_refuse_names_that_a_transaction_would_store_broken() {
        BrokerClient client = Clients.answering().client;
        assertThatThrownBy(() -> client.bundle().push("q", "p", "x".repeat(65_536), out -> out.ascii("1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65535");
        assertThatThrownBy(() -> client.bundle().push("", "p", "x", out -> out.ascii("1")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_ack_without_a_lease_must_be_impossible() {
        assertThatThrownBy(() -> new Ack("ord-1", Wire.PARTITION, "", AckStatus.COMPLETED, ""))
                .hasMessageContaining("ord-1");
    }

    private static String written(Consumer<JsonBuffer> writer) {
        var out = new JsonBuffer(4);
        writer.accept(out);
        return new String(out.toBytes(), StandardCharsets.UTF_8);
    }
}
