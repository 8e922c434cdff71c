package queencell.proxy.inspect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.assertUnreadable;
import static queencell.proxy.inspect.Bodies.readable;
import static queencell.proxy.inspect.Bodies.refused;

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
