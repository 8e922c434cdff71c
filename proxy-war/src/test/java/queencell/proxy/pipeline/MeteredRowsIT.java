package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What each answer of a broker is billed as: the tables of control plane 11.2 and pipeline 10, row by row, through the
/// whole data path.
class MeteredRowsIT {
    private static final String PUSH = "POST /api/v1/push";
    private static final String TWO = "{\"items\":[{\"queue\":\"q\",\"payload\":1},{\"queue\":\"q\",\"payload\":2}]}";
    private static final String TXN = "POST /api/v1/transaction";
    private static final String TWO_PUSHES = "{\"operations\":[{\"type\":\"push\",\"queue\":\"q\",\"payload\":1},"
            + "{\"type\":\"push\",\"items\":[{\"queue\":\"q\",\"payload\":2}]}]}";
    /// One more than was pushed.
    private static final String DUPLICATES =
            String.join(",", Collections.nCopies(3, "{\"type\":\"push\",\"duplicate\":true}"));
    private static final String POP = "GET /api/v1/pop/queue/q?consumerGroup=g";
    private static final String CYCLE = "POST /streams/v1/cycle";
    private static final String SINKS = "{\"query_id\":\"x\",\"partition_id\":\"y\",\"push_items\":["
            + "{\"queue\":\"s\",\"payload\":1},{\"queue\":\"s\",\"payload\":2},{\"queue\":\"t\",\"payload\":3}]}";
    private static final String RETRY = "POST /api/v1/messages/p/t/retry";
    private static final String KV = "/api/v1/kv";
    private static final String KV_PUT =
            "{\"operations\":[{\"op\":\"put\",\"namespace\":\"n\",\"key\":\"k\",\"value\":1}]}";
    private static final String TIMERS = "/api/v1/timers";
    private static final String TIMER_CANCEL =
            "{\"operations\":[{\"op\":\"cancel\",\"queue\":\"q\",\"timerKey\":\"k\"}]}";
    /// Bodies that nobody here reads (pipeline, 5.3).
    private static final List<String> STREAMED = List.of("GET ", "PUT ", "DELETE ", "POST /api/v1/lease/");
    private static final String REPLAY = "POST /api/v1/dlq/7/replay";
    private static final String NAMED = "{\"queue\":\"q\",\"partition\":\"p\"}";

    private static ProxyInProcess proxy;
    private static UUID cluster;
    private static String key;

    @BeforeAll
    static void start() {
        proxy = new ProxyInProcess(Map.of());
        cluster = proxy.cluster("metered-rows");
        proxy.sql("update queen_proxy.clusters set plan_id = (select id from queen_proxy.plans where code = 'pro')"
                + " where slug = 'metered-rows'");
        key = proxy.key(cluster, "{produce,consume,read,admin}");
    }

    @AfterAll
    static void stop() throws IOException {
        proxy.close();
    }

    /// @param metered `op reqs/msgs`, sorted
    record Row(String request, String body, int status, String answer, List<String> metered) {
        /// A body that is relayed unread is not counted; a second record is of messages alone.
        List<String> meteredWithBytes() {
            int in = STREAMED.stream().anyMatch(request::startsWith) ? 0 : body.length();
            return metered.stream()
                    .map(line -> line + (line.contains(" 0/") ? " 0/0" : " %d/%d".formatted(in, answer.length())))
                    .toList();
        }

        @Override
        public String toString() {
            return "%s answered %d %s".formatted(request, status, answer);
        }
    }

    private static Row row(String request, String body, int status, String answer, String... metered) {
        return new Row(request, body, status, answer, List.of(metered));
    }

    static Stream<Row> rows() {
        return Stream.of(
                row(PUSH, TWO, 201, "[{\"status\":\"queued\"},{\"status\":\"buffered\"}]", "push 1/2"),
                row(PUSH, TWO, 201, "[{\"status\":\"duplicate\"},{\"status\":\"failed\"}]", "push 1/0"),
                row(PUSH, TWO, 201, "[{\"status\":\"error\"},{\"status\":\"new-word\"}]", "push 1/0"),
                row(PUSH, TWO, 201, "{\"no\":\"array\"}", "push 1/0"),
                row(PUSH, TWO, 201, "[{\"status\":\"queued\"},null]", "push 1/0"),
                row(PUSH, TWO, 400, "{\"error\":\"bad\"}", "push 1/0"),
                row(PUSH, TWO, 503, "{\"error\":\"away\"}", "push 1/0"),
                row(
                        "POST /api/v1/ephemeral/push",
                        "{\"queue\":\"e\",\"messages\":[{\"payload\":1}]}",
                        201,
                        "{\"pushed\":1}",
                        "push 1/1"),
                row(TXN, TWO_PUSHES, 200, "{\"success\":true,\"results\":[null,{\"type\":\"push\"}]}", "txn 1/2"),
                row(
                        TXN,
                        TWO_PUSHES,
                        200,
                        "{\"success\":true,\"results\":[{\"type\":\"push\",\"duplicate\":true},null]}",
                        "txn 1/1"),
                row(TXN, TWO_PUSHES, 200, "{\"success\":true,\"results\":[" + DUPLICATES + "]}", "txn 1/0"),
                row(TXN, TWO_PUSHES, 200, "{\"success\":false,\"error\":\"rolled back\"}", "txn 1/0"),
                row(TXN, TWO_PUSHES, 200, "not json", "txn 1/0"),
                row(TXN, TWO_PUSHES, 200, "{}", "txn 1/0"),
                row(TXN, TWO_PUSHES, 409, "{}", "txn 1/0"),
                row(TXN, TWO_PUSHES, 500, "{}", "txn 1/0"),
                row(POP, "", 200, "{\"messages\":[{\"id\":1},{\"id\":2},{\"id\":3}]}", "delivery 1/3"),
                row(POP, "", 200, "{\"messages\":7}", "delivery 1/0"),
                row(POP, "", 200, "not json", "delivery 1/0"),
                row(POP, "", 204, "", "delivery 1/0"),
                row(POP, "", 500, "{}", "delivery 1/0"),
                row("GET /api/v1/ephemeral/pop?queue=e", "", 200, "{\"messages\":[{\"id\":1}]}", "delivery 1/1"),
                row(
                        CYCLE,
                        SINKS,
                        200,
                        "{\"success\":true,\"push_results\":[{\"queue\":\"s\",\"partition\":\"Default\",\"status\":\"queued\"},"
                                + "{\"queue\":\"t\",\"partition\":\"Default\",\"status\":\"duplicate\"}]}",
                        "push 0/2",
                        "read 1/0"),
                row(
                        CYCLE,
                        SINKS,
                        200,
                        "{\"success\":false,\"push_results\":[{\"queue\":\"s\",\"partition\":\"Default\",\"status\":\"queued\"}]}",
                        "read 1/0"),
                row(CYCLE, SINKS, 200, "not json", "read 1/0"),
                row(CYCLE, SINKS, 500, "{}", "read 1/0"),
                row(CYCLE, "{\"query_id\":\"x\",\"partition_id\":\"y\"}", 200, "{\"success\":true}", "read 1/0"),
                row(REPLAY, "{}", 200, "{\"success\":true}", "configure 1/0", "push 0/1"),
                row(REPLAY, "{}", 200, "{\"success\":true,\"result\":\"moved\"}", "configure 1/0", "push 0/1"),
                row(REPLAY, "{}", 200, "{\"success\":true,\"result\":\"duplicate\"}", "configure 1/0"),
                row(REPLAY, "{}", 200, "{\"success\":true,\"result\":\"new-word\"}", "configure 1/0"),
                row(REPLAY, "{}", 200, "{\"success\":false,\"result\":\"moved\"}", "configure 1/0"),
                row(REPLAY, "{}", 200, "not json", "configure 1/0"),
                row(REPLAY, NAMED, 200, "{\"success\":true}", "configure 1/0", "push 0/1"),
                row(REPLAY, "{}", 503, "{}", "configure 1/0"),
                row(
                        RETRY,
                        "",
                        200,
                        "{\"success\":true,\"replayedAs\":{\"status\":\"queued\"}}",
                        "configure 1/0",
                        "push 0/1"),
                row(RETRY, "", 200, "{\"success\":true,\"replayedAs\":{\"status\":\"failed\"}}", "configure 1/0"),
                row(RETRY, "", 404, "{\"success\":false}", "configure 1/0"),
                row("GET /api/v1/ephemeral/pop?queue=e", "", 204, "", "delivery 1/0"),
                row("POST /api/v1/lease/x/extend", "{}", 200, "{\"success\":true}", "read 1/0"),
                row("GET /api/v1/resources/queues/none", "", 404, "{}", "read 1/0"),
                row("POST /api/v1/configure", "{\"queue\":\"q\"}", 201, "{\"queueId\":\"1\"}", "configure 1/0"),
                row("POST /api/v1/ack", "{\"transactionId\":\"1\"}", 200, "{\"success\":true}", "read 1/0"),
                row("POST " + KV, KV_PUT, 200, "{\"results\":[]}", "read 1/0"),
                row("GET " + KV + "/n/k", "", 200, "{\"value\":1}", "read 1/0"),
                row("PUT " + KV + "/n/k", "{\"value\":1}", 200, "{\"version\":1}", "read 1/0"),
                row("DELETE " + KV + "/n/k", "", 404, "{\"error\":\"none\"}", "read 1/0"),
                row("POST " + TIMERS, TIMER_CANCEL, 200, "{\"results\":[]}", "read 1/0"),
                row("GET " + TIMERS + "/q/k", "", 200, "{\"timerKey\":\"k\"}", "read 1/0"),
                row("DELETE " + TIMERS + "/q/k", "", 200, "{\"success\":true}", "read 1/0"),
                row("GET /api/v1/resources/queues", "", 200, "{\"queues\":[]}", "read 1/0"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void an_answer_is_billed_by_what_the_broker_says_it_did(Row row) throws IOException {
        proxy.metered(cluster);
        proxy.broker.answers(row.status(), row.answer());

        WireClient.Answer answer =
                proxy.call(row.body(), row.request(), "Host: metered-rows.example", "Authorization: Bearer " + key);

        assertThat(answer.status()).as(answer.body()).isEqualTo(row.status());
        List<String> metered = new ArrayList<>();
        // the client may have its answer before the proxy has counted it
        await().until(() -> {
            metered.addAll(proxy.meteredWithBytes(cluster));
            return metered.size() >= row.metered().size();
        });
        assertThat(metered).containsExactlyInAnyOrderElementsOf(row.meteredWithBytes());
    }
}
