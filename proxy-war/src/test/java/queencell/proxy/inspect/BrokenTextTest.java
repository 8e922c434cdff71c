package queencell.proxy.inspect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.assertUnreadable;
import static queencell.proxy.inspect.Bodies.readable;
import static queencell.proxy.inspect.Bodies.refused;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts that are no UTF-8. A broker of 1.3.0 checks those that it keeps and reads over the others, so that a push with
/// one of those is stored: 201.
class BrokenTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"items\":[{\"queue\":\"q\",\"payload\":1}],\"x\":\"\u00ff\"}",
                "{\"items\":[{\"queue\":\"q\",\"payload\":1}],\"x\":{\"\u00ff\":1}}",
                "{\"x\":\"\u00c3\",\"items\":[{\"queue\":\"q\",\"payload\":1}]}",
                "{\"items\":[{\"y\":\"\u00c3(\",\"queue\":\"q\",\"payload\":1}]}",
                "{\"items\":[{\"queue\":\"q\",\"payload\":\"\u00ff\"}]}",
                // a slash in two bytes, half a pair in three
                "{\"items\":[{\"queue\":\"q\",\"payload\":1}],\"x\":\"\u00c0\u00af\"}",
                "{\"items\":[{\"queue\":\"q\",\"payload\":1}],\"x\":\"\u00ed\u00a0\u0080\"}",
                "\u00ff"
            })
    void a_broken_text_must_not_carry_messages_past_the_count(String latin1) {
        byte[] body = latin1.getBytes(ISO_8859_1);
        assertThat(refused(PushBody.read(body, 10))).contains("UTF-8");
        assertThat(refused(EphemeralPushBody.read(body))).contains("UTF-8");
        assertThat(refused(AckBody.read(body))).contains("UTF-8");
        assertThat(refused(BatchBody.read(body))).contains("UTF-8");
        assertThat(refused(ConfigureBody.read(body))).contains("UTF-8");
        assertThat(refused(TransactionBody.read(body, 10))).contains("UTF-8");
        assertThat(refused(CycleBody.read(body))).contains("UTF-8");
        assertThat(refused(ReplayBody.read(body))).contains("UTF-8");
    }

    @Test
    void a_break_far_behind_must_be_found_as_well() {
        String body =
                "{\"items\":[{\"queue\":\"q\",\"payload\":\"%s\"}],\"x\":\"\u00ff\"}".formatted("p".repeat(100_000));
        assertThat(refused(PushBody.read(body.getBytes(ISO_8859_1), 10))).contains("UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no json", "{\"items\":[", "\u20ac", "", "{} {}"})
    void other_bytes_that_are_no_json_must_get_the_answer_of_the_broker(String text) {
        assertUnreadable(PushBody.read(Bodies.bytes(text), 10));
    }

    /// The broker reads UTF-8 and nothing else: to a broker of 1.3.0 this is no JSON, and no message.
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void a_text_of_another_encoding_must_get_the_answer_of_the_broker(String encoding) throws IOException {
        assertUnreadable(PushBody.read("{\"items\":[{\"queue\":\"q\",\"payload\":1}]}".getBytes(encoding), 10));
        assertUnreadable(PushBody.read("{}".getBytes(encoding), 10));
        assertUnreadable(PushBody.read("1".getBytes(encoding), 10));
    }

    @Test
    void the_mark_of_utf8_is_no_json_to_the_broker_either() {
        assertUnreadable(PushBody.read(Bodies.bytes("\ufeff{\"items\":[{\"queue\":\"q\",\"payload\":1}]}"), 10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void a_text_that_says_its_other_encoding_is_no_utf8(String encoding) throws IOException {
        byte[] body = "\ufeff{\"items\":[{\"queue\":\"q\",\"payload\":1}]}".getBytes(encoding);
        assertThat(refused(PushBody.read(body, 10))).contains("UTF-8");
        assertThat(refused(PushBody.read("\ufeff".getBytes(encoding), 10))).contains("UTF-8");
    }

    @Test
    void letters_of_every_length_must_pass() {
        String text = "a\u00e4\u20ac\ud83d\ude00";
        PushItems items = readable(PushBody.read(
                Bodies.bytes(
                        "{\"items\":[{\"queue\":\"%s\",\"payload\":\"%s\"}],\"x\":\"%s\"}".formatted(text, text, text)),
                10));
        assertThat(items.groups()).containsExactly(new QueuePartition(text, "Default"));
    }
}
