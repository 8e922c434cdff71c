package queencell.proxy.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import queencell.settings.InvalidSettingException;
import queencell.settings.Setting;
import queencell.settings.SettingsReader;

/// A listener on another port or with other bounds than was meant is found too late (pipeline, 16).
class StrictNumbersTest {
    private static final Set<Class<?>> NUMBERS = Set.of(int.class, long.class, Duration.class);
    private static final List<String> BESIDES_EDGE = List.of("QUEEN_PROXY_PORT", "QUEEN_PROXY_SHUTDOWN_DRAIN_MS");

    static Stream<Arguments> numbersThatEndTheStart() {
        return Configuration.RECORDS.stream()
                .flatMap(type -> Arrays.stream(type.getRecordComponents())
                        .filter(component -> NUMBERS.contains(component.getType()))
                        .map(component -> component.getAnnotation(Setting.class).env())
                        .filter(env -> env.startsWith("QUEEN_EDGE_") || BESIDES_EDGE.contains(env))
                        .map(env -> Arguments.of(env, type)));
    }

    @ParameterizedTest
    @MethodSource("numbersThatEndTheStart")
    void a_mistyped_bound_must_end_the_start(String env, Class<? extends Record> type) {
        for (String wrong : List.of("many", "-1", "99999999999999999999")) {
            assertThatThrownBy(() -> SettingsReader.of(Map.of(env, wrong)).read(type))
                    .as("%s=%s", env, wrong)
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining(env)
                    .hasMessageContaining(wrong);
        }
    }

    @Test
    void none_of_them_is_overlooked() {
        assertThat(numbersThatEndTheStart().map(each -> (String) each.get()[0]))
                .contains("QUEEN_PROXY_PORT", "QUEEN_PROXY_SHUTDOWN_DRAIN_MS", "QUEEN_EDGE_MAX_CONNS")
                .contains("QUEEN_EDGE_RPS_PER_IP", "QUEEN_EDGE_WEB_RPS_PER_IP", "QUEEN_EDGE_HSTS_MAX_AGE_S")
                .hasSizeGreaterThan(20);
    }
}
