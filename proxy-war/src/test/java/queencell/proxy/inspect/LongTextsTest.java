package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.readable;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts as long as a body: eight bodies of one took the heap while they were judged (pipeline, 7.6 and 13).
class LongTextsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LENGTH = 4 << 20;

    /// @param measured names the text whose length alone counts
    private static long allocatedFor(String field, String text) {
        byte[] body = "{\"operations\":[{\"type\":\"push\",\"items\":[{\"queue\":\"q\",\"payload\":1,\"%s\":\"%s\"}]}]}"
                .formatted(field, text)
                .getBytes(StandardCharsets.UTF_8);
        read(body);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        read(body);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static void read(byte[] body) {
        assertThat(readable(TransactionBody.read(body, 10)).pushes().badName())
                .get()
                .asString()
                .contains("at most");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\\n", "\\u00e9", "é"})
    void an_id_was_copied_several_times_to_learn_that_it_is_too_long(String one) {
        assertThat(allocatedFor("transactionId", "a".repeat(LENGTH) + one)).isLessThan(LENGTH / 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\\n", "\\u00e9"})
    void a_name_was_copied_once_for_each_thing_that_was_asked_about_it(String one) {
        assertThat(allocatedFor("partition", "a".repeat(LENGTH) + one)).isLessThan(LENGTH * 7L / 2);
    }

    /// Two bytes a letter, and what was gathered of the others is copied when the first such comes.
    @ParameterizedTest
    @ValueSource(strings = {"ł", "\\nł", "\\u0142"})
    void a_name_beyond_latin_letters_takes_more_than_it_is_said_to(String one) {
        assertThat(allocatedFor("partition", "a".repeat(LENGTH) + one)).isLessThan(LENGTH * 13L / 2);
    }
}
