package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.LimitColumn;

/// A timer beside a transaction makes its queue and partition when it fires (pipeline, 7.9, ruling on timers), so that
/// both stand under the caps of the plan before the broker hears of it. Through the whole data path.
class RiderNamesTest {

    @AutoClose
    private final StubBroker broker = new StubBroker();

    private TestPath path(int queues, int partitions) {
        return new TestPath(
                "path",
                broker.url(),
                EffectiveStatus.ACTIVE,
                Map.of(
                        LimitColumn.MAX_QUEUES, (long) queues,
                        LimitColumn.MAX_PARTITIONS_PER_QUEUE, (long) partitions),
                Map.of());
    }

    private static WireClient.Answer transaction(TestPath path, String operations, String timers) throws IOException {
        return path.call(
                "{\"operations\":[%s],\"timers\":[%s]}".formatted(operations, timers),
                "POST /api/v1/transaction",
                "Host: path.example",
                "Authorization: Bearer " + TestPath.KEY);
    }

    private static String push(String queue) {
        return "{\"type\":\"push\",\"queue\":\"%s\",\"payload\":1}".formatted(queue);
    }

    private static String schedule(String queue, String partition) {
        return """
                {"op":"schedule","queue":"%s","partition":"%s","timerKey":"k","delayMs":60000,"payload":"MQ=="}""".formatted(queue, partition);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | 9 | b | Default | queue limit reached (1)
            9 | 1 | a | p       | partition limit reached (1)
            """)
    void a_rider_must_not_make_what_the_plan_has_no_room_for(
            int queues, int partitions, String queue, String partition, String limit) throws IOException {
        try (var path = path(queues, partitions)) {
            WireClient.Answer over = transaction(path, push("a"), schedule(queue, partition));

            assertThat(over.status()).as(over.body()).isEqualTo(403);
            assertThat(over.code()).isEqualTo("quota_exceeded");
            assertThat(over.body()).contains(limit);
            assertThat(broker.seen()).isEmpty();
            // nothing of the refused one is remembered
            assertThat(transaction(path, "", schedule("c", "p")).status()).isEqualTo(200);
        }
    }

    /// What an earlier timer will make takes a place although the broker has no such queue yet.
    @Test
    void two_riders_must_not_take_one_place() throws IOException {
        try (var path = path(1, 9)) {
            assertThat(transaction(path, "", schedule("a", "p")).status()).isEqualTo(200);
            assertThat(transaction(path, "", schedule("a", "q")).status()).isEqualTo(200);

            WireClient.Answer over = transaction(path, "", schedule("b", "p"));
            assertThat(over.status()).as(over.body()).isEqualTo(403);
            assertThat(broker.seen()).hasSize(2);
        }
    }
}
