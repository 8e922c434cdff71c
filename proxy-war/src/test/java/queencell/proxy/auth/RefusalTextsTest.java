package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import queencell.signin.Provider;
import queencell.signin.SigninRefusals;
import queencell.web.RefusedException;

/// Words in our texts steer the consumers of shipped SDKs (pipeline, A38), on every surface.
class RefusalTextsTest {
    private static final List<String> STEERING =
            List.of("timeout", "timed out", "connection", "econnrefused", "fetch failed");
    private static final Map<Class<?>, Object> SAMPLES =
            Map.of(String.class, "sample", Duration.class, Duration.ofSeconds(3), Provider.class, Provider.GOOGLE);

    static Stream<Method> refusals() {
        return Stream.of(SigninRefusals.class, WebRefusals.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> RefusedException.class.isAssignableFrom(method.getReturnType()))
                .filter(method -> java.lang.reflect.Modifier.isPublic(method.getModifiers()));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void a_text_steers_no_consumer_by_accident(Method refusal) throws ReflectiveOperationException {
        Object[] arguments =
                Arrays.stream(refusal.getParameterTypes()).map(SAMPLES::get).toArray();
        var refused = (RefusedException) refusal.invoke(null, arguments);
        String text = refused.getMessage().toLowerCase(Locale.ROOT);

        if (refused.status() == 502) {
            assertThat(text).contains("connection");
        } else {
            assertThat(STEERING).noneMatch(text::contains);
        }
        assertThat(refused.code()).matches("[a-z_]+");
    }
}
