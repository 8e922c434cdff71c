package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.bytes;
import static queencell.proxy.inspect.Bodies.readable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PushBodyPropertyTest {
    private static final String[] BLANKS = {"", " ", "\n", "\t\r\n  "};

    @Property(tries = 500)
    void a_payload_is_as_large_as_its_text_whatever_stands_around_it(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int count) {
        var random = new Random(seed);
        var json = new RandomJson(random);
        List<Integer> sizes = new ArrayList<>();
        List<String> plain = new ArrayList<>();
        List<String> nested = new ArrayList<>();
        for (int item = 0; item < count; item++) {
            String payload = json.value();
            sizes.add(payload.getBytes(StandardCharsets.UTF_8).length);
            String fields = "\"payload\"%s:%s%s%s,%s\"queue\":\"q\""
                    .formatted(blanks(random), blanks(random), payload, blanks(random), blanks(random));
            plain.add("{" + fields + "}" + blanks(random));
            nested.add("{\"x\":" + json.value() + "," + fields + "}");
        }
        PushItems pushed = readable(PushBody.read(bytes("{\"items\":[%s]}".formatted(String.join(",", plain))), 100));
        PushItems transacted = readable(TransactionBody.read(
                        bytes("{\"operations\":[{\"type\":\"push\",\"items\":[%s]}]}"
                                .formatted(String.join(",", nested))),
                        100))
                .pushes();
        for (int item = 0; item < count; item++) {
            assertThat(pushed.payloadBytesOf(item)).isEqualTo(sizes.get(item));
            assertThat(transacted.payloadBytesOf(item)).isEqualTo(sizes.get(item));
        }
        long total = sizes.stream().mapToLong(Integer::longValue).sum();
        assertThat(pushed.payloadBytes()).isEqualTo(total);
        assertThat(transacted.payloadBytes()).isEqualTo(total);
        assertThat(transacted.count()).isEqualTo(count);
    }

    @Property(tries = 500)
    void no_bytes_may_make_a_reader_throw(@ForAll byte[] body, @ForAll long seed) {
        byte[] torn = bytes(new RandomJson(new Random(seed)).document());
        for (byte[] bytes : List.of(body, Arrays.copyOf(torn, torn.length / 2))) {
            assertThat(PushBody.read(bytes, 100)).isNotNull();
            assertThat(TransactionBody.read(bytes, 100)).isNotNull();
            assertThat(CycleBody.read(bytes)).isNotNull();
            assertThat(BatchBody.read(bytes)).isNotNull();
            assertThat(ConfigureBody.read(bytes)).isNotNull();
            assertThat(EphemeralPushBody.read(bytes)).isNotNull();
            assertThat(AckBody.read(bytes)).isNotNull();
            assertThat(ReplayBody.read(bytes)).isNotNull();
        }
    }

    private static String blanks(Random random) {
        return BLANKS[random.nextInt(BLANKS.length)];
    }
}
