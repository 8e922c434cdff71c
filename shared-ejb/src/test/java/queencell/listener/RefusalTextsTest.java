package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Words in the answers that the listener gives by itself steer the consumers of shipped SDKs as well (pipeline, A38).
class RefusalTextsTest {
    private static final List<String> STEERING =
            List.of("timeout", "timed out", "connection", "econnrefused", "fetch failed");

    static Stream<Refusal> refusals() {
        Stream<Refusal> made = Arrays.stream(Refusal.class.getDeclaredMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getReturnType() == Refusal.class)
                // its text is that of the failure
                .filter(method -> !Arrays.asList(method.getParameterTypes()).contains(BodyFailure.class))
                .map(method -> {
                    try {
                        return (Refusal) method.invoke(null, samples(method.getParameterTypes()));
                    } catch (ReflectiveOperationException broken) {
                        throw new IllegalStateException(method.getName(), broken);
                    }
                });
        Stream<Refusal> ofBodies = Arrays.stream(BodyFailure.values()).map(Refusal::of);
        Stream<Refusal> ofHeads = StrictFramingTest.refused().flatMap(each -> refusalOf(each.request()));
        return Stream.of(made, ofBodies, ofHeads).flatMap(each -> each);
    }

    private static Object[] samples(Class<?>[] types) {
        return Arrays.stream(types)
                .map(type -> type == int.class ? (Object) 7 : type == Duration.class ? Duration.ofSeconds(7) : "sample")
                .toArray();
    }

    private static Stream<Refusal> refusalOf(String request) {
        var in = Unpooled.copiedBuffer(request, StandardCharsets.ISO_8859_1);
        return new HeadReader(EdgeSettings.defaults()).read(in) instanceof HeadReader.Outcome.Refused refused
                ? Stream.of(refused.refusal())
                : Stream.empty();
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void no_text_makes_a_consumer_spin_or_end(Refusal refusal) {
        String text = refusal.text().toLowerCase(Locale.ROOT);
        if (refusal.status() == 504) {
            assertThat(text).contains("timeout").doesNotContain("connection");
        } else {
            assertThat(STEERING).noneMatch(text::contains);
        }
        assertThat(refusal.code()).matches("[a-z_]+");
        assertThat(refusal.text()).isNotBlank().doesNotContain("\n");
    }
}
