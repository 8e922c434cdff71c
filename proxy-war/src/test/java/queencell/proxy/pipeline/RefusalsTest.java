package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import queencell.proxy.inspect.EveryText;
import queencell.proxy.route.Classifier;
import queencell.proxy.route.QueryRules;
import queencell.proxy.route.RawQuery;
import queencell.web.RefusedException;

/// Consumers of shipped SDKs decide by words in error texts (A38): this walks every text we can answer with.
class RefusalsTest {
    private static final List<String> FORBIDDEN =
            List.of("timeout", "timed out", "connection", "econnrefused", "fetch failed");

    static Stream<RefusedException> everyRefusal() {
        Stream<RefusedException> made = Arrays.stream(Refusals.class.getDeclaredMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getReturnType() == RefusedException.class)
                .filter(method -> !Modifier.isPrivate(method.getModifiers()))
                .flatMap(RefusalsTest::variants);
        return Stream.of(made, queryRefusals(), bodyRefusals()).flatMap(each -> each);
    }

    private static Stream<RefusedException> variants(Method method) {
        Class<?>[] types = method.getParameterTypes();
        if (types.length == 1 && types[0].isEnum()) {
            return Arrays.stream(types[0].getEnumConstants()).map(each -> call(method, each));
        }
        return Stream.of(
                call(method, Arrays.stream(types).map(RefusalsTest::sample).toArray()));
    }

    private static Object sample(Class<?> type) {
        if (type == String.class) {
            return "max_parked_pops";
        }
        if (type == BodyCap.class) {
            return new BodyCap(7, "QUEEN_PROXY_MAX_BODY_BYTES");
        }
        if (type == Duration.class) {
            return Duration.ofSeconds(5);
        }
        return type == int.class ? (Object) 7 : (Object) 7L;
    }

    private static RefusedException call(Method method, Object... arguments) {
        try {
            return (RefusedException) method.invoke(null, arguments);
        } catch (IllegalAccessException | InvocationTargetException broken) {
            throw new IllegalStateException(method.getName(), broken);
        }
    }

    /// What a query is refused for (A31).
    private static Stream<RefusedException> queryRefusals() {
        return Stream.of("timeout=1&timeout=2", "wait=true&wait=true", "batch=1&batch=2")
                .map(query -> {
                    String path = "/api/v1/pop/queue/q";
                    var outcome = QueryRules.apply(Classifier.classify("GET", path), path, new RawQuery(query), 10, 10);
                    return Refusals.invalidRequest(((QueryRules.Outcome.Refused) outcome).text());
                });
    }

    /// What a body is refused for.
    private static Stream<RefusedException> bodyRefusals() {
        return Stream.of(
                        EveryText.ofInvalidRequests().map(Refusals::invalidRequest),
                        EveryText.ofTooLarge().map(Refusals::payloadTooLarge),
                        EveryText.ofRetentions().map(Refusals::quotaExceeded))
                .flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource("everyRefusal")
    void no_text_makes_a_consumer_spin_or_end(RefusedException refusal) {
        String text = refusal.getMessage().toLowerCase(Locale.ROOT);
        switch (refusal.status()) {
            case 502 -> assertThat(text).contains("connection").doesNotContain("timeout", "timed out");
            case 504 -> assertThat(text).contains("timeout").doesNotContain("connection");
            default ->
                assertThat(FORBIDDEN).noneSatisfy(word -> assertThat(text).contains(word));
        }
    }

    /// Tenants look for the cap in these words (7.9).
    @Test
    void a_name_over_a_cap_is_told_in_the_words_of_the_contract() {
        assertThat(Refusals.queueLimit(20).getMessage()).contains("queue limit reached (20)");
        assertThat(Refusals.partitionLimit(8).getMessage()).contains("partition limit reached (8)");
    }

    @ParameterizedTest
    @MethodSource("everyRefusal")
    void every_429_says_when_to_come_back(RefusedException refusal) {
        assertThat(refusal.headers().containsKey("Retry-After")).isEqualTo(refusal.status() == 429);
    }

    @ParameterizedTest
    @MethodSource("everyRefusal")
    void every_text_is_one_line_with_a_code(RefusedException refusal) {
        assertThat(refusal.getMessage()).isNotBlank().doesNotContain("\n");
        assertThat(refusal.code()).matches("[a-z_]+");
    }
}
