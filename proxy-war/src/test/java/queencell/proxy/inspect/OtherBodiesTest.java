package queencell.proxy.inspect;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.assertUnreadable;
import static queencell.proxy.inspect.Bodies.bytes;
import static queencell.proxy.inspect.Bodies.readable;
import static queencell.proxy.inspect.Bodies.refused;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Acks, ephemeral pushes, cycles, batches, configure and replay.
class OtherBodiesTest {
    @Test
    void an_ack_must_be_an_object_of_objects() {
        assertThat(readable(AckBody.read(bytes("{\"transactionId\":\"x\"}"))).acknowledgments())
                .isEqualTo(1);
        assertThat(readable(AckBody.read(bytes("{\"acknowledgments\":[{},{}],\"consumerGroup\":\"g\"}")))
                        .acknowledgments())
                .isEqualTo(2);
        assertThat(refused(AckBody.read(bytes("[\"x\",\"p\"]")))).contains("not a JSON object");
        assertThat(refused(AckBody.read(bytes("{\"acknowledgments\":{}}")))).contains("not a JSON array");
        assertThat(refused(AckBody.read(bytes("{\"acknowledgments\":[[\"x\"]]}"))))
                .contains("acknowledgments[0]");
        assertThat(refused(AckBody.read(bytes("{\"acknowledgments\":[],\"acknowledgments\":[]}"))))
                .contains("twice");
        assertThat(refused(AckBody.read(bytes("{\"acknowledgments\":[{\"status\":\"ok\",\"status\":\"dlq\"}]}"))))
                .contains("twice");
        assertUnreadable(AckBody.read(bytes("")));
    }

    @Test
    void an_ephemeral_push_is_counted_by_its_messages() {
        EphemeralPushBody body =
                readable(EphemeralPushBody.read(bytes("{\"queue\":\"e\",\"messages\":[{\"payload\":1},{}]}")));
        assertThat(body.messages()).isEqualTo(2);
        assertThat(body.badName()).isEmpty();
        assertThat(refused(EphemeralPushBody.read(bytes("[\"e\",null,[[1]]]")))).contains("not a JSON object");
        assertThat(refused(EphemeralPushBody.read(bytes("{\"queue\":\"e\",\"messages\":[[1]]}"))))
                .contains("messages[0]");
        assertThat(refused(EphemeralPushBody.read(bytes("{\"messages\":null}"))))
                .contains("messages");
        assertThat(refused(EphemeralPushBody.read(bytes("{\"queue\":\"a\",\"queue\":\"b\",\"messages\":[]}"))))
                .contains("twice");
        assertThat(readable(EphemeralPushBody.read(bytes("{\"queue\":\"\",\"messages\":[]}")))
                        .badName())
                .isPresent();
        assertThat(readable(EphemeralPushBody.read(bytes("{\"queue\":\"e\",\"partition\":\"\\n\",\"messages\":[]}")))
                        .badName())
                .isPresent();
    }

    @Test
    void a_cycle_counts_the_sinks_the_broker_stores() {
        CycleBody body = readable(CycleBody.read(bytes("""
                {"query_id":"q","push_items":[1,{"payload":1},{"queue":5},{"queue":"o","payload":1},
                  {"queue":"o","data":"xyz","partition":""},{"queue":"o","partition":"p"}],"ack":null}""")));
        assertThat(body.grows()).isTrue();
        assertThat(body.sinks().count()).isEqualTo(3);
        assertThat(body.sinks().groups())
                .containsExactly(new QueuePartition("o", "Default"), new QueuePartition("o", "p"));
        assertThat(body.sinks().countOfGroup(0)).isEqualTo(2);
        assertThat(body.sinks().heaviestOverCap(OptionalLong.of(4)).orElseThrow())
                .contains("push_items[4]");
    }

    @Test
    void a_cycle_grows_by_its_array_not_by_the_items_that_count() {
        assertThat(readable(CycleBody.read(bytes("{\"push_items\":[1]}"))).grows())
                .isTrue();
        assertThat(readable(CycleBody.read(bytes("{\"push_items\":[]}"))).grows())
                .isFalse();
        assertThat(readable(CycleBody.read(bytes("{\"push_items\":{\"a\":1}}"))).grows())
                .isFalse();
        assertThat(readable(CycleBody.read(bytes("{}"))).grows()).isFalse();
        assertThat(readable(CycleBody.read(bytes("{\"push_items\":[{\"queue\":\"\"}]}")))
                        .sinks()
                        .badName()
                        .orElseThrow())
                .contains("push_items[0]");
        assertThat(refused(CycleBody.read(bytes("{\"push_items\":[],\"push_items\":[{}]}"))))
                .contains("twice");
        assertUnreadable(CycleBody.read(bytes("[{\"push_items\":[1]}]")));
    }

    /// A cycle has no batch cap: what it names would fill the heap.
    @Test
    void the_destinations_of_a_cycle_are_bounded_and_its_items_are_not() {
        String sink = "{\"queue\":\"q%d\"}";
        assertThat(readable(CycleBody.read(cycle(10_000, sink))).sinks().groups())
                .hasSize(10_000);
        assertThat(refused(CycleBody.read(cycle(10_001, sink)))).contains("push_items", "more than 10000 destinations");
        assertThat(readable(CycleBody.read(cycle(20_000, "{\"queue\":\"q\"}")))
                        .sinks()
                        .count())
                .isEqualTo(20_000);
    }

    private static byte[] cycle(int items, String item) {
        return bytes("{\"push_items\":%s}".formatted(list(items, item)));
    }

    private static String list(int items, String item) {
        return IntStream.range(0, items).mapToObj(item::formatted).collect(joining(",", "[", "]"));
    }

    /// A broker of 1.3.0 stores a longer one, and every pop that meets it is 200 with invalid JSON.
    @Test
    void a_cycle_stores_no_id_that_no_consumer_could_read() {
        String longest = "x".repeat(65_535);
        String sink = "{\"push_items\":[{},{\"transactionId\":\"%s\",\"queue\":\"q\"}]}";
        assertThat(readable(CycleBody.read(bytes(sink.formatted(longest))))
                        .sinks()
                        .badName())
                .isEmpty();
        assertThat(readable(CycleBody.read(bytes(sink.formatted(longest + "x"))))
                        .sinks()
                        .badName()
                        .orElseThrow())
                .contains("push_items[1]", "65536", "65535");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            []                                                       | false
            [{"op":"get"},{"op":"getPrefix"},{"op":"getMany"}]       | false
            {"operations":[{"op":"delete"},{"op":"cancel"}]}         | false
            [{"op":"get"},{"op":"put"}]                              | true
            [{"op":"putIfAbsent"}]                                   | true
            [{"op":"incr"}]                                          | true
            {"operations":[{"op":"schedule"}]}                       | true
            [{"op":"reschedule"}]                                    | true
            [{}]                                                     | true
            [{"op":5}]                                               | true
            [{"op":"GET"}]                                           | true
            [["get"]]                                                | true
            [null]                                                   | true
            """)
    void an_operation_nobody_knows_must_not_pass_a_push_block(String batch, boolean grows) {
        assertThat(readable(BatchBody.read(bytes(batch))).grows()).isEqualTo(grows);
    }

    @Test
    void a_batch_in_no_known_form_is_left_to_the_broker() {
        assertUnreadable(BatchBody.read(bytes("{\"ops\":[{\"op\":\"put\"}]}")));
        assertUnreadable(BatchBody.read(bytes("{\"operations\":null}")));
        assertUnreadable(BatchBody.read(bytes("5")));
        assertThat(refused(BatchBody.read(bytes("{\"operations\":[],\"operations\":[{\"op\":\"put\"}]}"))))
                .contains("twice");
        assertThat(refused(BatchBody.read(bytes("[{\"op\":\"get\",\"op\":\"put\"}]"))))
                .contains("twice");
    }

    @Test
    void a_schedule_admits_what_its_firing_creates() {
        BatchBody body = readable(BatchBody.read(bytes("""
                [{"op":"schedule","queue":"q"},{"op":"reschedule","queue":"q","partition":"p"},
                 {"op":"cancel","queue":"c"},{"op":"schedule","queue":"q","partition":null}]""")));
        assertThat(body.destinations())
                .containsExactly(new QueuePartition("q", "Default"), new QueuePartition("q", "p"));
        assertThat(body.operations()).isEqualTo(4);
        assertThat(readable(BatchBody.read(bytes("[{\"op\":\"get\"},{\"op\":\"schedule\",\"queue\":\"\"}]")))
                        .badName()
                        .orElseThrow())
                .contains("operations[1]");
        assertThat(readable(BatchBody.read(bytes("[{\"op\":\"cancel\",\"queue\":\"\"}]")))
                        .badName())
                .as("a cancel must never be refused")
                .isEmpty();
    }

    @Test
    void the_destinations_of_a_batch_are_bounded_and_its_operations_are_not() {
        String schedule = "{\"op\":\"schedule\",\"queue\":\"q%d\"}";
        assertThat(readable(BatchBody.read(bytes(list(10_000, schedule)))).destinations())
                .hasSize(10_000);
        assertThat(refused(BatchBody.read(bytes(list(10_001, schedule)))))
                .contains("operations", "more than 10000 destinations");
        assertThat(refused(TransactionBody.read(bytes("{\"timers\":%s}".formatted(list(10_001, schedule))), 1)))
                .contains("timers", "more than 10000 destinations");
        assertThat(readable(BatchBody.read(bytes(list(20_000, "{\"op\":\"cancel\",\"queue\":\"q%d\"}"))))
                        .operations())
                .isEqualTo(20_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"queue":"q","options":{"retentionSeconds":3601}}                                       | retentionSeconds
            {"queue":"q","options":{"retentionSeconds":"3601"}}                                     | retentionSeconds
            {"queue":"q","options":{"retentionSeconds":" +3601 "}}                                  | retentionSeconds
            {"queue":"q","options":{"retentionSeconds":"0x1000"}}                                   | retentionSeconds
            {"queue":"q","options":{"retentionSeconds":"1_000_000"}}                                | retentionSeconds
            {"queue":"q","options":{"retentionSeconds":99999999999999999999999}}                    | retentionSeconds
            {"queue":"q","retentionSeconds":3601}                                                   | retentionSeconds
            {"retentionSeconds":3601,"options":null,"queue":"q"}                                    | retentionSeconds
            {"queue":"q","options":{"completedRetentionSeconds":3601,"retentionSeconds":60}}        | completedRetentionSeconds
            {"queue":"q","options":{"completedRetentionSeconds":9999,"retentionSeconds":3601}}      | retentionSeconds
            {"queue":"","options":{"retentionSeconds":3601}}                                        | retentionSeconds
            {"queue":"q","options":{"retentionSeconds":3600}}                                       |
            {"queue":"q","options":{"retentionSeconds":0}}                                          |
            {"queue":"q","options":{"retentionSeconds":-5}}                                         |
            {"queue":"q","options":{"retentionSeconds":"x"}}                                        |
            {"queue":"q","options":{"retentionSeconds":true}}                                       |
            {"queue":"q","options":{},"retentionSeconds":3601}                                      |
            {"queue":"q"}                                                                           |
            """)
    void no_spelling_may_pass_the_retention_ceiling(String body, String option) {
        Optional<String> over = readable(ConfigureBody.read(bytes(body)))
                .overCeiling(OptionalLong.of(3600))
                .map(retention -> retention.over(3600));
        assertThat(over.isPresent()).isEqualTo(option != null);
        over.ifPresent(text -> assertThat(text).startsWith(option + " is").contains("3600"));
        assertThat(readable(ConfigureBody.read(bytes(body))).overCeiling(OptionalLong.empty()))
                .isEmpty();
    }

    @Test
    void a_configure_without_queue_is_left_to_the_broker() {
        assertUnreadable(ConfigureBody.read(bytes("{\"queue\":5}")));
        assertUnreadable(ConfigureBody.read(bytes("{}")));
        assertUnreadable(ConfigureBody.read(bytes("[\"q\"]")));
        assertThat(refused(ConfigureBody.read(bytes("{\"queue\":\"a\",\"queue\":\"b\"}"))))
                .contains("twice");
        assertThat(refused(ConfigureBody.read(
                        bytes("{\"queue\":\"a\",\"options\":{\"retentionSeconds\":1,\"retentionSeconds\":2}}"))))
                .contains("options");
        assertThat(readable(ConfigureBody.read(bytes("{\"queue\":\"\"}"))).badName())
                .as("the empty queue is legal here")
                .isEmpty();
        assertThat(readable(ConfigureBody.read(bytes("{\"queue\":\"%s\"}".formatted("q".repeat(256)))))
                        .badName())
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            5        | 5
            ' 7 '    |
            -0       | 0
            0b101    | 5
            0O17     | 15
            0x_f     | 15
            1__0     |
            _1       |
            1_       |
            0x       |
            0xg      |
            1.0      |
            1e3      |
            --1      |
            -9223372036854775809 | -9223372036854775808
            00000000000000000000000000000000000000000000000000000000000000000000000007 | 7
            """)
    void text_is_an_integer_if_the_database_says_so(String text, Long expected) {
        OptionalLong parsed = PostgresInteger.parse(text);
        assertThat(parsed).isEqualTo(expected == null ? OptionalLong.empty() : OptionalLong.of(expected));
    }

    @Test
    void a_replay_must_not_name_half_a_destination() {
        assertThat(readable(ReplayBody.read(bytes("{}"))).destination()).isEmpty();
        assertThat(readable(ReplayBody.read(bytes("{\"queue\":\" \",\"partition\":null}")))
                        .destination())
                .isEmpty();
        assertThat(readable(ReplayBody.read(bytes("{\"queue\":\" q \",\"partition\":\"p\"}")))
                        .destination())
                .contains(new QueuePartition("q", "p"));
        assertThat(readable(ReplayBody.read(bytes("{\"queue\":\"q\"}")))
                        .halfNamed()
                        .orElseThrow())
                .contains("partition override");
        assertThat(readable(ReplayBody.read(bytes("{\"partition\":\"p\",\"queue\":\"\"}")))
                        .halfNamed()
                        .orElseThrow())
                .contains("queue override");
        assertThat(readable(ReplayBody.read(bytes("{\"queue\":\"q\\u0001\"}"))).badName())
                .isPresent();
        assertThat(readable(ReplayBody.read(bytes("{\"partition\":\"p\\u0001\"}")))
                        .badName())
                .isPresent();
        assertThat(refused(ReplayBody.read(bytes("{\"queue\":\"q\",\"queue\":\"r\",\"partition\":\"p\"}"))))
                .contains("twice");
        assertThat(readable(ReplayBody.read(bytes("{\"queue\":\"q\\u0001\",\"partition\":\"p\"}")))
                        .badName())
                .isPresent();
        assertThat(readable(ReplayBody.read(bytes(""))).destination()).isEmpty();
        assertThat(readable(ReplayBody.read(bytes(" \r\n"))).destination()).isEmpty();
        assertUnreadable(ReplayBody.read(bytes("nonsense")));
    }

    /// Brokers that know the route read an array as the object whose fields it lists: its destination would pass
    /// every cap.
    @ParameterizedTest
    @ValueSource(strings = {"[\"new-queue\",\"p\"]", "[]", "null", "5", "\"q\""})
    void a_replay_of_another_shape_must_not_pass_the_caps(String body) {
        assertThat(refused(ReplayBody.read(bytes(body)))).contains("not a JSON object");
    }

    @Test
    void a_replay_without_a_body_is_what_the_broker_takes_for_one() {
        assertThat(readable(ReplayBody.read(bytes("\f \t\r\n"))).destination()).isEmpty();
        assertUnreadable(ReplayBody.read(bytes("\u000b")));
        assertUnreadable(ReplayBody.read(bytes("\u00a0")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u00a0", "\\u2007", "\\u202f", "\\u0085", "\\u3000", "\\u000b \\t"})
    void a_replay_names_half_a_destination_beside_a_name_of_blanks(String blank) {
        assertThat(readable(ReplayBody.read(bytes("{\"queue\":\"%s\",\"partition\":\"p\"}".formatted(blank))))
                        .halfNamed()
                        .orElseThrow())
                .contains("queue override");
        assertThat(readable(ReplayBody.read(bytes("{\"queue\":\"%sq%1$s\",\"partition\":\"p\"}".formatted(blank))))
                        .destination())
                .contains(new QueuePartition("q", "p"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u001c", "\\u001d", "\\u001e", "\\u001f"})
    void a_replay_hides_a_control_character_at_the_edge_of_a_name(String control) {
        assertThat(readable(ReplayBody.read(bytes("{\"queue\":\"%sq\",\"partition\":\"p\"}".formatted(control))))
                        .badName())
                .isPresent();
        assertThat(readable(ReplayBody.read(bytes("{\"queue\":\"q\",\"partition\":\"p%s\"}".formatted(control))))
                        .badName())
                .isPresent();
    }

    @Test
    void a_body_in_which_counting_sees_nothing_is_refused() {
        assertThat(BodyForm.problem("application/json", "", bytes("{}"))).isEmpty();
        assertThat(BodyForm.problem("", "identity", bytes(""))).isEmpty();
        assertThat(BodyForm.problem("", "gzip", bytes("{}")).orElseThrow()).contains("Content-Encoding");
        assertThat(BodyForm.problem("", "identity, gzip", bytes("{}"))).isPresent();
        assertThat(BodyForm.problem("Application/X-Queen-Push; v=1", "", bytes("{}"))
                        .orElseThrow())
                .contains("JSON");
        assertThat(BodyForm.problem("", "", bytes("QPB1..."))).isPresent();
        assertThat(BodyForm.problem("", "", bytes("QTB1"))).isPresent();
        assertThat(BodyForm.problem("", "", bytes("QTB"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timeout",
                "Timeout",
                "TIMEOUT",
                "timed out",
                "connection",
                "keepConnection",
                "ECONNREFUSED",
                "EConnRefused",
                "fetch failed"
            })
    void no_text_may_hold_a_word_that_makes_a_consumer_spin(String word) {
        assertThat(refused(PushBody.read(bytes("[]"), 1))).doesNotContainIgnoringCase(word);
        assertThat(refused(PushBody.read(bytes("{\"items\":[],\"items\":[]}"), 1)))
                .doesNotContainIgnoringCase(word);
        assertThat(refused(PushBody.read(bytes("{\"a %s\":1,\"a %s\":1}".formatted(word, word)), 1)))
                .doesNotContainIgnoringCase(word);
        assertThat(refused(PushBody.read(bytes("{\"%s\":1,\"%s\":1}".formatted(word, word)), 1)))
                .doesNotContainIgnoringCase(word);
        assertThat(refused(PushBody.read(bytes("[".repeat(2000)), 1))).doesNotContainIgnoringCase(word);
        assertThat(Names.groupProblem("consumerGroup", "").orElseThrow()).doesNotContainIgnoringCase(word);
        assertThat(BodyForm.problem("", "gzip", bytes("")).orElseThrow()).doesNotContainIgnoringCase(word);
    }
}
