package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.readable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Names that a reader's table of names takes for one (pipeline, 7.6, A34). Jackson's table adds up the words of a
/// name, which no seed changes, and compares those of one sum one by one: 2 MiB of them took seconds, for every push.
@Timeout(value = 15, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CollidingNamesTest {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int BODY = 16 << 20;
    private static final int NAMES = 16_000;
    /// Of all sums of two words one that many pairs have.
    private static final int SUM = -2_102_943_049;

    /// The last two words of each have one sum.
    private static List<String> colliding() {
        Map<Integer, String> words = new HashMap<>();
        for (char second : LETTERS.toCharArray()) {
            for (char third : LETTERS.toCharArray()) {
                for (char fourth : LETTERS.toCharArray()) {
                    int word = 'A' << 24 | second << 16 | third << 8 | fourth;
                    words.put(word ^ word >>> 21, "A" + second + third + fourth);
                }
            }
        }
        List<String> names = new ArrayList<>();
        words.forEach((part, word) -> {
            if (words.containsKey(SUM - part)) {
                names.add("abcdefghijkl" + word + words.get(SUM - part));
            }
        });
        return names;
    }

    @Test
    void names_that_collide_must_not_take_more_time_than_others() {
        List<String> names = colliding();
        assertThat(names).hasSizeGreaterThan(NAMES);
        var body = new StringBuilder("{\"items\":[{\"queue\":\"q\",\"payload\":{");
        for (int at = 0; body.length() < BODY; at++) {
            body.append(at == 0 ? "\"" : ",\"")
                    .append(names.get(Math.min(at, NAMES)))
                    .append("\":1");
        }
        byte[] bytes = body.append("}}]}").toString().getBytes(StandardCharsets.US_ASCII);

        assertThat(readable(PushBody.read(bytes, 10)).payloadBytes()).isEqualTo(bytes.length - 36L);
    }
}
