package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.http.Answer;
import queencell.proxy.ProxyVariant;
import queencell.tenant.Tenant;
import queencell.wire.StandInBroker;

/// What the proxy demands of a body before it forwards it (pipeline, 7.5 to 7.9 and 5.4).
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BodyRulesIT {

    private static final int MIB = 1024 * 1024;

    private final StandInBroker broker = StandInBroker.start();
    private Tenant tenant;

    @BeforeEach
    void fresh(Cell cell) {
        if (tenant == null) {
            tenant = cell.tenant(
                    plan -> plan.behind(broker.url()).maxPayloadBytes(20).maxBatchItems(5));
        }
        broker.answer(200, "{}").forget();
    }

    @AfterAll
    void close() {
        broker.close();
    }

    @Test
    void a_body_over_sixteen_mebibytes_must_be_refused() {
        for (int size : new int[] {16 * MIB + 1, 16 * MIB}) {
            byte[] body = new byte[size];
            Arrays.fill(body, (byte) ' ');
            Answer answer = tenant.request("POST", "/api/v1/push")
                    .header("Content-Type", "application/json")
                    .body(body)
                    .send();
            assertThat(answer.status()).as("%d bytes", size).isEqualTo(size > 16 * MIB ? 413 : 200);
        }
        assertThat(broker.seen()).hasSize(1);
    }

    @Test
    void an_item_over_the_cap_must_be_named_in_shadow_mode_too(Cell cell) {
        String push = """
                {"items":[{"queue":"q","payload":"fits"},{"queue":"q","payload":"%s"}]}""".formatted("x".repeat(30));
        String transaction = """
                {"operations":[{"type":"push","items":[{"queue":"q","data":1},{"queue":"q","data":"%s"}]}]}""".formatted("x".repeat(30));
        for (Tenant each : new Tenant[] {tenant, tenant.through(cell.proxy(ProxyVariant.SHADOW))}) {
            Answer pushed = each.post("/api/v1/push", push);
            assertThat(pushed.status()).as(pushed.toString()).isEqualTo(413);
            assertThat(pushed.code()).isEqualTo("payload_too_large");
            assertThat(pushed.json().path("error").asText()).contains("item 1", "32", "20");
            Answer batched = each.post("/api/v1/push", LimitsIT.items(6, "{\"queue\":\"q\",\"payload\":1}"));
            assertThat(batched.status()).as(batched.toString()).isEqualTo(413);
            assertThat(batched.json().path("error").asText()).contains("6", "5");
            Answer moved = each.post("/api/v1/transaction", transaction);
            assertThat(moved.status()).as(moved.toString()).isEqualTo(413);
            Answer cycled = each.post(
                    "/streams/v1/cycle",
                    "{\"push_items\":[{\"queue\":\"q\"},{\"queue\":\"q\",\"payload\":\"%s\"}]}"
                            .formatted("x".repeat(30)));
            assertThat(cycled.status()).as(cycled.toString()).isEqualTo(413);
            assertThat(cycled.json().path("error").asText()).contains("push_items[1]");
        }
        assertThat(broker.seen()).isEmpty();
    }

    /// Bodies that the real broker accepts in a shape that no counter reads, or that no broker can keep.
    static Stream<Arguments> refused() {
        String longQueue = "q".repeat(256);
        String longPartition = "p".repeat(2_049);
        return Stream.of(
                Arguments.of("/api/v1/push", "[[{\"queue\":\"b\",\"payload\":1}]]"),
                Arguments.of("/api/v1/push", "{\"items\":[[\"b\",null,1,\"tx\"]]}"),
                Arguments.of("/api/v1/push", "{\"items\":{\"queue\":\"b\"}}"),
                Arguments.of("/api/v1/push", "\"text\""),
                Arguments.of("/api/v1/push", "{\"items\":[],\"items\":[{\"queue\":\"b\",\"payload\":1}]}"),
                Arguments.of("/api/v1/push", "{\"items\":[{\"queue\":\"a\",\"queue\":\"b\",\"payload\":1}]}"),
                Arguments.of("/api/v1/push", "{\"items\":[],\"it\\u0065ms\":[{\"queue\":\"b\",\"payload\":1}]}"),
                Arguments.of("/api/v1/push", "{\"items\":[{\"queue\":\"\",\"payload\":1}]}"),
                Arguments.of("/api/v1/push", "{\"items\":[{\"queue\":\"%s\",\"payload\":1}]}".formatted(longQueue)),
                Arguments.of("/api/v1/push", "{\"items\":[{\"queue\":\"a\\u0000b\",\"payload\":1}]}"),
                Arguments.of("/api/v1/push", "{\"items\":[{\"queue\":\"a\\nb\",\"payload\":1}]}"),
                Arguments.of("/api/v1/push", "{\"items\":[{\"queue\":\"a\\u007fb\",\"payload\":1}]}"),
                Arguments.of("/api/v1/push", "{\"items\":[{\"queue\":\"a\",\"partition\":\"\",\"payload\":1}]}"),
                Arguments.of(
                        "/api/v1/push",
                        "{\"items\":[{\"queue\":\"a\",\"partition\":\"%s\",\"payload\":1}]}".formatted(longPartition)),
                Arguments.of(
                        "/api/v1/push",
                        "{\"items\":[{\"queue\":\"a\",\"payload\":" + "[".repeat(1_001) + "]".repeat(1_001) + "}]}"),
                Arguments.of(
                        "/api/v1/transaction",
                        "{\"operations\":[],\"operations\":[{\"type\":\"push\",\"queue\":\"b\"}]}"),
                Arguments.of("/api/v1/transaction", "{\"operations\":[{\"type\":\"push\",\"queue\":\"\",\"data\":1}]}"),
                Arguments.of(
                        "/api/v1/transaction",
                        "{\"operations\":[{\"type\":\"push\",\"queue\":\"q\",\"data\":1,\"transactionId\":\"%s\"}]}"
                                .formatted("t".repeat(65_536))),
                Arguments.of("/api/v1/ephemeral/push", "[{\"queue\":\"q\",\"messages\":[1]}]"),
                Arguments.of("/api/v1/ack/batch", "[[\"t\",\"p\"]]"),
                Arguments.of("/streams/v1/cycle", "{\"push_items\":[{\"queue\":\"\",\"payload\":1}]}"),
                Arguments.of(
                        "/streams/v1/cycle",
                        "{\"push_items\":[{\"queue\":\"q\",\"transactionId\":\"%s\"}]}".formatted("t".repeat(65_536))),
                Arguments.of(
                        "/api/v1/timers",
                        "{\"operations\":[{\"op\":\"schedule\",\"queue\":\"%s\",\"key\":\"k\",\"delayMs\":1}]}"
                                .formatted(longQueue)),
                Arguments.of("/api/v1/push", "QPB1binary"),
                Arguments.of("/api/v1/transaction", "QTB1binary"),
                Arguments.of("/api/v1/dlq/1/replay", "{\"queue\":\"only\"}"),
                Arguments.of("/api/v1/dlq/1/replay", "{\"partition\":\"only\"}"),
                Arguments.of("/api/v1/dlq/1/replay", "[\"new-queue\",\"p\"]"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void a_body_that_slips_past_the_count_or_harms_a_neighbour_must_be_refused(String target, String body) {
        Answer answer = tenant.post(target, body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
        assertThat(broker.seen()).isEmpty();
    }

    @Test
    void a_binary_push_must_be_refused_by_its_type() {
        Answer answer = tenant.request("POST", "/api/v1/push")
                .header("Content-Type", "application/x-queen-push")
                .body(new byte[] {1, 2, 3})
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.json().path("error").asText()).contains("JSON");
        assertThat(broker.seen()).isEmpty();
    }

    @Test
    void a_compressed_body_must_not_hide_its_items() {
        Answer answer = tenant.request("POST", "/api/v1/push")
                .header("Content-Encoding", "gzip")
                .json("{\"items\":[]}")
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
        assertThat(broker.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no json", "{\"items\":[", "{} {}"})
    void bytes_that_are_no_json_must_get_the_answer_of_the_broker(String body) {
        broker.answer(400, "{\"error\":\"bad body: its own\"}");
        Answer answer = tenant.post("/api/v1/push", body);
        assertThat(answer.text()).isEqualTo("{\"error\":\"bad body: its own\"}");
        assertThat(broker.only().text()).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"consumerGroup=%01", "consumerGroup=", "consumerGroup=LONG", "consumerGroup=a%0Ab"})
    void a_group_that_harms_a_neighbour_must_be_refused(String query) {
        Answer answer = tenant.get("/api/v1/pop/queue/q?" + query.replace("LONG", "g".repeat(2_049)));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
        assertThat(broker.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"group=", "group=a%0Ab", "group=LONG"})
    void a_refused_group_in_memory_must_be_named_as_it_was_sent(String query) {
        Answer answer = tenant.get("/api/v1/ephemeral/pop?queue=q&" + query.replace("LONG", "g".repeat(2_049)));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.json().path("error").asText()).startsWith("group ");
        assertThat(broker.seen()).isEmpty();
    }

    /// Bodies by whether they grow what is stored.
    static Stream<Arguments> underABlock() {
        return Stream.of(
                Arguments.of(
                        "/api/v1/timers",
                        "{\"operations\":[{\"op\":\"cancel\",\"queue\":\"q\",\"key\":\"k\"}]}",
                        false),
                Arguments.of(
                        "/api/v1/kv",
                        "[{\"op\":\"get\",\"ns\":\"n\",\"key\":\"k\"},{\"op\":\"delete\",\"ns\":\"n\",\"key\":\"k\"}]",
                        false),
                Arguments.of(
                        "/api/v1/kv",
                        "[{\"op\":\"get\",\"ns\":\"n\",\"key\":\"k\"},{\"op\":\"put\",\"ns\":\"n\",\"key\":\"k\"}]",
                        true),
                Arguments.of(
                        "/api/v1/timers",
                        "[{\"op\":\"cancel\",\"queue\":\"q\",\"key\":\"k\"},{\"op\":\"schedule\",\"queue\":\"q\",\"key\":\"k\"}]",
                        true),
                Arguments.of("/streams/v1/cycle", "{\"push_items\":[]}", false),
                Arguments.of("/streams/v1/cycle", "{\"push_items\":[{\"queue\":\"q\",\"payload\":1}]}", true),
                Arguments.of(
                        "/api/v1/transaction", "{\"operations\":[{\"type\":\"ack\",\"transactionId\":\"t\"}]}", false),
                Arguments.of("/api/v1/transaction", "{\"operations\":[{\"type\":\"push\",\"queue\":\"q\"}]}", true),
                Arguments.of("/api/v1/transaction", "{\"kv\":[{\"op\":\"put\",\"ns\":\"n\",\"key\":\"k\"}]}", true),
                Arguments.of("/api/v1/transaction", "{\"kv\":[{\"op\":\"delete\",\"ns\":\"n\",\"key\":\"k\"}]}", false),
                Arguments.of("/api/v1/push", "{\"items\":[{\"queue\":\"q\",\"payload\":1}]}", true),
                Arguments.of("/api/v1/ephemeral/push", "{\"queue\":\"q\",\"messages\":[1]}", true),
                Arguments.of("/api/v1/dlq/1/replay", "{}", true),
                Arguments.of("/api/v1/ack", "{\"transactionId\":\"t\",\"partitionId\":\"p\"}", false),
                Arguments.of("/api/v1/configure", "{\"queue\":\"q\"}", false));
    }

    @ParameterizedTest
    @MethodSource("underABlock")
    void a_blocked_tenant_must_be_able_to_drain_and_nothing_else(String target, String body, boolean grows, Cell cell) {
        Tenant blocked = blocked(cell);
        Answer answer = blocked.post(target, body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(grows ? 403 : 200);
        assertThat(broker.seen()).hasSize(grows ? 0 : 1);
        if (grows) {
            assertThat(answer.code()).isEqualTo("push_blocked");
        }
    }

    private Tenant held;

    private Tenant blocked(Cell cell) {
        if (held == null) {
            held = cell.tenant(plan -> plan.behind(broker.url()));
            held.clusterStatus("push_blocked");
            Eventually.holds(() -> assertThat(held.push("q").once().code()).isEqualTo("push_blocked"));
            broker.forget();
        }
        return held;
    }

    @Test
    void a_name_must_be_measured_in_what_the_broker_stores() {
        // 255 characters, 765 bytes
        String fits = "日".repeat(255);
        Answer answer = tenant.request("POST", "/api/v1/push")
                .body("{\"items\":[{\"queue\":\"%s\",\"payload\":1}]}"
                        .formatted(fits)
                        .getBytes(StandardCharsets.UTF_8))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        Answer over = tenant.request("POST", "/api/v1/push")
                .body("{\"items\":[{\"queue\":\"%s日\",\"payload\":1}]}"
                        .formatted(fits)
                        .getBytes(StandardCharsets.UTF_8))
                .send();
        assertThat(over.status()).isEqualTo(400);
        assertThat(over.json().path("error").asText()).contains("255");
    }
}
