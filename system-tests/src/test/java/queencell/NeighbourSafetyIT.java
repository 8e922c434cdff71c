package queencell;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import queencell.http.Answer;
import queencell.tenant.Tenant;

/// What a tenant could do to others, or past its own count, with bodies that the real broker takes (pipeline, A12, A29,
/// A33 to A35).
class NeighbourSafetyIT {

    private static final String LONG_QUEUE = "q".repeat(300);
    /// Stands for a byte that is no UTF-8; the broker reads over it where it keeps nothing.
    private static final String BROKEN = "\ue000";

    private static final String LONG_PARTITION = "p".repeat(9_000);

    @Test
    void an_offender_must_not_lose_the_pushes_of_its_neighbour(Cell cell) throws Exception {
        Tenant offender = cell.tenant();
        Tenant neighbour = cell.tenant();
        var running = new AtomicBoolean(true);
        String[][] offences = {
            {"/api/v1/push", "{\"items\":[{\"queue\":\"%s\",\"payload\":1}]}".formatted(LONG_QUEUE)},
            {"/api/v1/push", "{\"items\":[{\"queue\":\"\",\"payload\":1}]}"},
            {
                "/api/v1/push",
                "{\"items\":[{\"queue\":\"q\",\"partition\":\"%s\",\"payload\":1}]}".formatted(LONG_PARTITION)
            },
            {"/api/v1/push", "{\"items\":[{\"queue\":\"a\\u0000b\",\"payload\":1}]}"},
            {"/api/v1/push", "{\"items\":[[\"%s\",null,1,\"tx\"]]}".formatted(LONG_QUEUE)},
            {
                "/api/v1/transaction",
                "{\"operations\":[{\"type\":\"push\",\"queue\":\"%s\",\"data\":1}]}".formatted(LONG_QUEUE)
            },
            {"/streams/v1/cycle", "{\"push_items\":[{\"queue\":\"%s\",\"payload\":1}]}".formatted(LONG_QUEUE)},
            {"/api/v1/push", "{\"x\":\"%s\",\"items\":[{\"queue\":\"%s\",\"payload\":1}]}".formatted(BROKEN, LONG_QUEUE)
            }
        };
        List<Answer> refused = new ArrayList<>();
        Thread attack = Thread.ofVirtual().start(() -> {
            for (int i = 0; running.get(); i++) {
                String[] offence = offences[i % offences.length];
                refused.add(post(offender, offence[0], offence[1]));
            }
        });
        List<Answer> pushed;
        try {
            pushed = neighbour.push("safe").times(150);
            Eventually.holds(() -> assertThat(refused.size()).isGreaterThan(offences.length));
        } finally {
            running.set(false);
            attack.join();
        }
        assertThat(refused)
                .allSatisfy(answer ->
                        assertThat(answer.status()).as(answer.toString()).isEqualTo(400));
        assertThat(pushed)
                .allSatisfy(answer -> assertThat(
                                answer.json().path(0).path("status").asText())
                        .as(answer.toString())
                        .isEqualTo("queued"));
        assertThat(stored(neighbour, "safe")).isEqualTo(150);
    }

    /// Three messages each, in every shape that a broker of 1.3.0 might read.
    static Stream<Arguments> threeMessages() {
        String item = "{\"queue\":\"q\",\"payload\":1}";
        String three = item + "," + item + "," + item;
        String push = "{\"type\":\"push\",\"queue\":\"q\"";
        return Stream.of(
                Arguments.of("plain", "/api/v1/push", "{\"items\":[" + three + "]}"),
                Arguments.of("more fields", "/api/v1/push", "{\"x\":[[[]]],\"items\":[" + three + "],\"y\":null}"),
                Arguments.of(
                        "escaped keys",
                        "/api/v1/push",
                        "{\"it\\u0065ms\":[" + three.replace("queue", "qu\\u0065ue") + "]}"),
                Arguments.of("second items", "/api/v1/push", "{\"items\":[],\"items\":[" + three + "]}"),
                Arguments.of("first items", "/api/v1/push", "{\"items\":[" + three + "],\"items\":[]}"),
                Arguments.of("struct as array", "/api/v1/push", "[[" + three + "]]"),
                Arguments.of(
                        "items as arrays",
                        "/api/v1/push",
                        "{\"items\":[[\"q\",null,1],[\"q\",null,1],[\"q\",null,1]]}"),
                Arguments.of(
                        "no payload",
                        "/api/v1/push",
                        "{\"items\":[{\"queue\":\"q\"},{\"queue\":\"q\"},{\"queue\":\"q\"}]}"),
                Arguments.of("null payload", "/api/v1/push", "{\"items\":[" + three.replace("1", "null") + "]}"),
                Arguments.of(
                        "null partition",
                        "/api/v1/push",
                        "{\"items\":[" + three.replace("\"payload\"", "\"partition\":null,\"payload\"") + "]}"),
                Arguments.of("byte order mark", "/api/v1/push", "\ufeff{\"items\":[" + three + "]}"),
                Arguments.of(
                        "broken text beside them",
                        "/api/v1/push",
                        "{\"x\":\"" + BROKEN + "\",\"items\":[" + three + "]}"),
                Arguments.of(
                        "broken key inside them",
                        "/api/v1/push",
                        "{\"items\":[" + three.replace("\"payload\"", "\"x\":{\"" + BROKEN + "\":0},\"payload\"")
                                + "]}"),
                Arguments.of("trailing space", "/api/v1/push", "{\"items\":[" + three + "]}\n\t "),
                Arguments.of(
                        "long number", "/api/v1/push", "{\"items\":[" + three.replace("1", "1".repeat(5_000)) + "]}"),
                Arguments.of(
                        "lone surrogate", "/api/v1/push", "{\"items\":[" + three.replace("1", "\"\\ud800\"") + "]}"),
                Arguments.of(
                        "deep payload",
                        "/api/v1/push",
                        "{\"items\":[" + three.replace("1", "[".repeat(120) + "]".repeat(120)) + "]}"),
                Arguments.of(
                        "long name",
                        "/api/v1/push",
                        "{\"items\":[" + three.replace("\"payload\"", "\"" + "n".repeat(70_000) + "\":0,\"payload\"")
                                + "]}"),
                Arguments.of(
                        "flat payload",
                        "/api/v1/transaction",
                        "{\"operations\":[%s,\"payload\":1},%s,\"payload\":1},%s,\"payload\":1}]}"
                                .formatted(push, push, push)),
                Arguments.of(
                        "flat data",
                        "/api/v1/transaction",
                        "{\"operations\":[%s,\"data\":1},%s,\"data\":1},%s,\"data\":1}]}".formatted(push, push, push)),
                Arguments.of(
                        "flat nothing",
                        "/api/v1/transaction",
                        "{\"operations\":[%s},%s},%s}]}".formatted(push, push, push)),
                Arguments.of(
                        "nested",
                        "/api/v1/transaction",
                        "{\"operations\":[{\"type\":\"push\",\"items\":[" + three + "]}]}"),
                Arguments.of(
                        "nested data",
                        "/api/v1/transaction",
                        "{\"operations\":[{\"type\":\"push\",\"items\":[" + three.replace("payload", "data") + "]}]}"),
                Arguments.of(
                        "nested nothing",
                        "/api/v1/transaction",
                        "{\"operations\":[{\"type\":\"push\",\"items\":[" + three.replace(",\"payload\":1", "")
                                + "]}]}"),
                Arguments.of(
                        "nested and flat",
                        "/api/v1/transaction",
                        "{\"operations\":[%s,\"payload\":1,\"items\":[%s]}]}".formatted(push, three)),
                Arguments.of(
                        "second operations",
                        "/api/v1/transaction",
                        "{\"operations\":[],\"operations\":[{\"type\":\"push\",\"items\":[" + three + "]}]}"),
                Arguments.of(
                        "escaped type",
                        "/api/v1/transaction",
                        "{\"operations\":[{\"type\":\"p\\u0075sh\",\"items\":[" + three + "]}]}"),
                Arguments.of(
                        "escaped operations",
                        "/api/v1/transaction",
                        "{\"op\\u0065rations\":[{\"type\":\"push\",\"items\":[" + three + "]}]}"),
                Arguments.of(
                        "last type counts",
                        "/api/v1/transaction",
                        "{\"operations\":[{\"type\":\"ack\",\"type\":\"push\",\"items\":[" + three + "]}]}"),
                Arguments.of(
                        "operation as array", "/api/v1/transaction", "{\"operations\":[[\"push\",[" + three + "]]]}"),
                Arguments.of(
                        "with empty riders",
                        "/api/v1/transaction",
                        "{\"kv\":null,\"timers\":[],\"operations\":[{\"type\":\"push\",\"items\":[" + three + "]}]}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("threeMessages")
    void a_body_must_never_store_more_than_was_counted(String shape, String target, String body, Cell cell) {
        // three can never be admitted: a body that passes and stores three was counted as fewer
        Tenant tenant = cell.tenant(plan -> plan.maxMsgsPerSec(1).msgsBurst(2));
        Answer answer = post(tenant, target, body);
        if (answer.status() == 413) {
            assertThat(answer.json().path("error").asText()).contains("msgs_burst");
        }
        assertThat(stored(tenant, "q")).as("%s was answered %s", shape, answer).isLessThanOrEqualTo(2);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("threeMessages")
    void a_body_that_fits_must_not_be_counted_too_high(String shape, String target, String body, Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxMsgsPerSec(1).msgsBurst(3));
        Answer answer = post(tenant, target, body);
        assertThat(answer.status())
                .as("%s: %s", shape, answer)
                .isNotEqualTo(429)
                .isNotEqualTo(413);
    }

    /// In UTF-8, but for [#BROKEN].
    private static Answer post(Tenant tenant, String target, String body) {
        String bytes = new String(body.getBytes(UTF_8), ISO_8859_1);
        String broken = new String(BROKEN.getBytes(UTF_8), ISO_8859_1);
        return tenant.request("POST", target)
                .header("Content-Type", "application/json")
                .body(bytes.replace(broken, "\u00ff").getBytes(ISO_8859_1))
                .send();
    }

    private static int stored(Tenant tenant, String queue) {
        int count = 0;
        while (true) {
            Answer pop = tenant.get(
                    "/api/v1/pop/queue/%s?consumerGroup=count&subscriptionMode=all&batch=1000&autoAck=true&partitions=64"
                            .formatted(queue));
            if (pop.status() == 204) {
                return count;
            }
            assertThat(pop.status()).as(pop.toString()).isEqualTo(200);
            count += pop.json().path("messages").size();
        }
    }
}
