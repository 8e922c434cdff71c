package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.bytes;
import static queencell.proxy.inspect.Bodies.readable;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a schedule holds becomes a message when it fires, and the broker looks at none of it (pipeline, A29 and A41).
class TimerBodyTest {
    private static final String JSON = base64("{\"a\":1}");

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// In a batch of its own and in a transaction, whatever comes first.
    private static Optional<String> problemOf(String op, String members) {
        String before = "[{\"op\":\"%s\",\"queue\":\"q\",%s}]".formatted(op, members);
        String behind = "[{%s,\"queue\":\"q\",\"op\":\"%s\"}]".formatted(members, op);
        Optional<String> problem = readable(BatchBody.read(bytes(before))).badName();
        assertThat(readable(BatchBody.read(bytes(behind))).badName()).isEqualTo(problem);
        assertThat(readable(TransactionBody.read(bytes("{\"timers\":" + before + "}"), 10))
                        .badName())
                .isEqualTo(problem.map(text -> text.replace("operations[", "timers[")));
        return problem;
    }

    /// The broker made a partition of each, and the cap saw one.
    @ParameterizedTest
    @ValueSource(strings = {"5", "[\"p\"]", "{\"p\":1}", "true"})
    void a_partition_that_is_no_text_counted_as_the_default_one(String partition) {
        assertThat(problemOf("schedule", "\"partition\":" + partition))
                .get()
                .asString()
                .contains("partition is no text");
        assertThat(problemOf("reschedule", "\"partition\":" + partition)).isPresent();
        assertThat(problemOf("cancel", "\"partition\":" + partition)).isEmpty();
    }

    /// Some kilobytes became gigabytes in the broker.
    @ParameterizedTest
    @ValueSource(strings = {"true", "\"t\"", "1", "\"no\"", "[]"})
    void a_compressed_payload_passed_unseen(String compressed) {
        assertThat(problemOf("schedule", "\"payload\":\"%s\",\"payloadZstd\":%s".formatted(JSON, compressed)))
                .get()
                .asString()
                .contains("payloadZstd");
        assertThat(problemOf("reschedule", "\"payloadZstd\":" + compressed)).isPresent();
        assertThat(problemOf("cancel", "\"payloadZstd\":" + compressed)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "null"})
    void a_payload_that_is_said_not_to_be_compressed_was_refused(String compressed) {
        assertThat(problemOf("schedule", "\"payload\":\"%s\",\"payloadZstd\":%s".formatted(JSON, compressed)))
                .isEmpty();
    }

    /// The frame of such a message is one that no consumer can read.
    @Test
    void an_id_of_a_timer_that_no_frame_can_hold_passed() {
        assertThat(problemOf("schedule", "\"txn\":\"%s\"".formatted("x".repeat(65_535))))
                .isEmpty();
        assertThat(problemOf("schedule", "\"txn\":\"%s\"".formatted("x".repeat(65_536))))
                .get()
                .asString()
                .contains("txn has 65536 bytes");
        assertThat(problemOf("schedule", "\"txn\":[\"x\"]")).get().asString().contains("txn is no text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no json",
                "1}],\"messages\":[{\"data\":1",
                "{\"a\":1}{\"a\":1}",
                "{\"a\":",
                " ",
                "\"\u00ff\"",
                "{\"a\":01}"
            })
    void a_payload_that_is_no_json_broke_the_answers_of_pops(String payload) {
        assertThat(problemOf("schedule", "\"payload\":\"%s\"".formatted(base64(payload))))
                .get()
                .asString()
                .contains("payload is not the base64");
    }

    @Test
    void a_payload_that_nests_too_deeply_passed() {
        assertThat(problemOf("schedule", "\"payload\":\"%s\"".formatted(base64("[".repeat(1001) + "]".repeat(1001)))))
                .isPresent();
        assertThat(problemOf("schedule", "\"payload\":\"%s\"".formatted(base64("[".repeat(1000) + "]".repeat(1000)))))
                .isEmpty();
    }

    /// The slash of base64 may be escaped in JSON.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "eyJhIjoxfQ=="
            "IsO\\/Ig=="
            ""
            "bnVsbA=="
            "%%%"
            {"a":1}
            null
            """)
    void a_payload_as_a_push_has_it_or_one_that_the_broker_refuses_was_refused(String payload) {
        assertThat(problemOf("schedule", "\"payload\":" + payload)).isEmpty();
    }
}
