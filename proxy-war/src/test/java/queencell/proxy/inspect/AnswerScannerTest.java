package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.bytes;
import static queencell.proxy.inspect.Bodies.readable;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.inspect.Answer.Counted;
import queencell.proxy.inspect.Answer.Unreadable;

class AnswerScannerTest {
    /// Payloads of 1, 2, 3 and 4 bytes.
    private static final PushItems FOUR = readable(PushBody.read(bytes("""
                    {"items":[{"queue":"a","payload":1},{"queue":"a","payload":22},
                      {"queue":"b","payload":333},{"queue":"a","partition":"p","payload":4444}]}"""), 100));

    @Test
    void a_push_is_metered_by_what_was_accepted() {
        assertThat(push("""
                [{"index":0,"message_id":"m","status":"queued"},{"status":"duplicate"},
                 {"status":"buffered","x":{"status":"failed"}},{"status":"failed"}]""")).isEqualTo(new Counted(2, 4, 1, 2 + 4, false));
        assertThat(push("[]")).isEqualTo(new Counted(0, 0, 0, 0, false));
        assertThat(
                        push(
                                "[{\"st\\u0061tus\":\"que\\u0075ed\"},{\"status\":\"queued \"},{\"status\":\"failed\",\"status\":\"queued\"},{\"status\":[],\"status\":\"duplicate\"}]"))
                .isEqualTo(new Counted(2, 4, 0, 2 + 4, false));
    }

    @Test
    void a_spooling_cell_is_noticed() {
        assertThat(((Counted) push("[{\"status\":\"buffered\"},{\"status\":\"buffered\"},{\"status\":\"queued\"}]"))
                        .isMostlyBuffered())
                .isTrue();
        assertThat(((Counted) push("[{\"status\":\"buffered\"},{\"status\":\"queued\"}]")).isMostlyBuffered())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{\"items\":[]}",
                "5",
                "[",
                "[{\"status\":\"queued\"}",
                "[{\"status\":\"queued\"},{}]",
                "[{\"status\":\"queued\"},null]",
                "[{\"status\":\"queued\"},\"queued\"]",
                "[[\"queued\"],{\"status\":\"queued\"}]",
                "[{\"status\":null}]",
                "[{\"status\":\"queued\",\"status\":[]}]",
                "[] []",
                "[}",
                "{]",
                "[1,]",
                "[,1]",
                "[01]",
                "[1.]",
                "[-]",
                "[1e]",
                "[1e+]",
                "[tru]",
                "[nul1]",
                "[\"\\x\"]",
                "[\"\\u00g0\"]",
                "[\"\t\"]",
                "[{\"a\"}]",
                "[{\"a\":}]",
                "[{a:1}]",
                "[{\"a\":1,}]",
                "[1 2]",
                "[\"a\":1]",
                "\u00ef\u00bb\u00bf[]"
            })
    void what_cannot_be_read_must_not_be_metered(String answer) {
        assertThat(push(answer)).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"success":true,"results":[{"type":"ack"},{"type":"push"},{"type":"push","duplicate":true},{"type":"push","duplicate":false},{"type":"push"}]} | 3 | 2  | false
            {"results":[{"duplicate":true,"type":"push"},null,{"type":"ack","duplicate":true}],"success":true}                                             | 3 | 1  | false
            {"success":true,"results":null}                                                                                                                | 4 | 0  | false
            {"success":true}                                                                                                                               | 4 | 0  | false
            {"success":false,"reason":"duplicate","results":[]}                                                                                            | 0 | 10 | true
            {"success":true,"x":[{"type":"push","duplicate":true}],"results":[]}                                                                           | 4 | 0  | false
            {"success":true,"results":[{"type":"push","duplicate":true}],"results":[]}                                                                     | 4 | 0  | false
            {"success":false,"success":true,"results":[{"type":"ack","type":"push","duplicate":true,"duplicate":"true"}]}                                  | 4 | 0  | false
            {"success":true,"results":{"a":{"type":"push","duplicate":true}}}                                                                              | 4 | 0  | false
            """)
    void a_transaction_is_metered_by_what_was_committed(
            String answer, long messages, long notStored, boolean rolledBack) {
        assertThat(scan(AnswerScanner.ofTransaction(FOUR), answer))
                .isEqualTo(new Counted(messages, 4, 0, notStored, rolledBack));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"success\":null}",
                "{\"success\":\"true\"}",
                "[{\"success\":true}]",
                "true",
                "{\"success\":true"
            })
    void a_transaction_without_verdict_must_not_be_metered(String answer) {
        assertThat(scan(AnswerScanner.ofTransaction(FOUR), answer)).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"success":true,"messages":[{"id":"1","data":{"messages":[1,2]}},{"id":"2","data":"]"}],"partitionsClaimed":1} | 2
            {"messages":[]}                                                  | 0
            {"messages":[null,1,"x",[1,2],{}]}                               | 5
            {"messages":{"a":1}}                                             | 0
            {"messages":null,"x":[1,2]}                                      | 0
            {"messages":[1,2],"messages":[3]}                                | 1
            {"x":{"messages":[1,2]}}                                         | 0
            {"m\\u0065ssages":[1]}                                           | 1
            {}                                                               | 0
            """)
    void a_pop_is_metered_by_its_messages(String answer, long messages) {
        assertThat(scan(AnswerScanner.ofPop(), answer)).isEqualTo(Counted.of(messages));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"pushed":3}                    | 3
            {"x":{"pushed":9},"pushed": 0 } | 0
            {"pushed":1,"pushed":2}         | 2
            {"pushed":9223372036854775807}  | 9223372036854775807
            {"pushed":9223372036854775808}  |
            {"pushed":-1}                   |
            {"pushed":1.5}                  |
            {"pushed":"3"}                  |
            {"pushed":3,"pushed":[]}        |
            {}                              |
            [3]                             |
            """)
    void an_ephemeral_push_is_metered_by_the_brokers_figure(String answer, Long pushed) {
        Answer scanned = scan(AnswerScanner.ofEphemeralPush(), answer);
        if (pushed == null) {
            assertThat(scanned).isInstanceOf(Unreadable.class);
        } else {
            assertThat(scanned).isEqualTo(Counted.of(pushed));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"success":true,"push_results":[{"queue":"a","partition":"Default","status":"queued"}]}                            | 2 | 7  | false
            {"push_results":[{"status":"queued","queue":"a","partition":"Default"},{"queue":"b","partition":"Default","status":"duplicate"},{"queue":"\\u0061","partition":"p","status":"queued"}],"success":true} | 3 | 3 | false
            {"success":true,"push_results":[{"queue":"a","partition":"Default","status":"queued"},{"queue":"a","partition":"Default","status":"queued"}]} | 2 | 7 | false
            {"success":true,"push_results":[{"queue":"other","partition":"Default","status":"queued"}]}                        | 0 | 10 | false
            {"success":false,"push_results":[{"queue":"a","partition":"Default","status":"queued"}]}                           | 0 | 10 | true
            {"success":true}                                                                                                   | 0 | 10 | false
            """)
    void a_cycle_is_metered_by_the_groups_that_were_queued(
            String answer, long messages, long notStored, boolean rolledBack) {
        assertThat(scan(AnswerScanner.ofCycle(FOUR), answer))
                .isEqualTo(new Counted(messages, 4, 0, notStored, rolledBack));
    }

    @Test
    void the_longest_names_must_not_lose_a_cycle_its_count() {
        String queue = "😀".repeat(255);
        String partition = "ä".repeat(1024);
        PushItems sinks = readable(CycleBody.read(bytes(
                        "{\"push_items\":[{\"queue\":\"%s\",\"partition\":\"%s\"}]}".formatted(queue, partition))))
                .sinks();
        String escaped = "\\ud83d\\ude00".repeat(255);
        String answer =
                "{\"success\":true,\"push_results\":[{\"queue\":\"%s\",\"partition\":\"%s\",\"status\":\"queued\"}]}";
        assertThat(scan(AnswerScanner.ofCycle(sinks), answer.formatted(queue, partition)))
                .isEqualTo(new Counted(1, 1, 0, 0, false));
        assertThat(scan(AnswerScanner.ofCycle(sinks), answer.formatted(escaped, partition)))
                .isEqualTo(new Counted(1, 1, 0, 0, false));
        assertThat(scan(AnswerScanner.ofCycle(sinks), answer.formatted(queue, partition + "x")))
                .isEqualTo(new Counted(0, 1, 0, 0, false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"success":true,"result":"moved","dlqRowRemoved":true}                                          | 1
            {"success":true,"result":"duplicate"}                                                           | 0
            {"success":true,"queue":"q","dlqRowRemoved":true,"replayedAs":{"index":0,"status":"queued"}}    | 1
            {"success":true,"replayedAs":{"status":"buffered"}}                                             | 1
            {"success":true,"replayedAs":{"status":"failed"}}                                               | 0
            {"success":true,"replayedAs":null}                                                              | 1
            {"success":true}                                                                                | 1
            {"success":true,"result":null}                                                                  | 0
            {"success":false,"result":"moved"}                                                              | 0
            {"result":"moved"}                                                                              | 0
            """)
    void a_replay_is_metered_if_the_message_moved(String answer, long messages) {
        assertThat(scan(AnswerScanner.ofReplay(), answer)).isEqualTo(Counted.of(messages));
    }

    @Test
    void depth_is_bounded_so_that_memory_is() {
        assertThat(scan(AnswerScanner.ofPop(), "{\"messages\":" + "[".repeat(4095) + "]".repeat(4095) + "}"))
                .isEqualTo(Counted.of(1));
        assertThat(scan(AnswerScanner.ofPop(), "{\"messages\":" + "[".repeat(4096) + "]".repeat(4096) + "}"))
                .isInstanceOf(Unreadable.class);
    }

    @Test
    void a_large_answer_is_read_in_small_chunks() {
        AnswerScanner scanner = AnswerScanner.ofPop();
        scanner.feed(bytes("{\"messages\":["));
        byte[] message = bytes("{\"data\":\"" + "x\\n".repeat(500) + "\"},");
        for (int n = 0; n < 3_000; n++) {
            scanner.feed(message);
        }
        scanner.feed(new byte[0]);
        scanner.feed(bytes("{}]}"));
        assertThat(scanner.end()).isEqualTo(Counted.of(3_001));
    }

    private static Answer push(String answer) {
        return scan(AnswerScanner.ofPush(FOUR), answer);
    }

    /// Byte by byte, which is the hardest way to cut it.
    private static Answer scan(AnswerScanner scanner, String answer) {
        byte[] bytes = bytes(answer);
        for (int at = 0; at < bytes.length; at++) {
            scanner.feed(Arrays.copyOfRange(bytes, at, at + 1));
        }
        return scanner.end();
    }
}
