package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldNameSetTest {
    private static final FieldNameSet SOME = FieldNameSet.of("TE", "Connection", "keep-alive");

    @ParameterizedTest
    @CsvSource({
        "te, true",
        "Te, true",
        "CONNECTION, true",
        "Keep-Alive, true",
        "t, false",
        "tee, false",
        "'', false",
        "connectiom, false",
        "a-name-that-is-longer-than-all-of-them, false"
    })
    void a_name_counts_in_any_spelling_and_whole_only(String name, boolean isIn) {
        assertThat(SOME.contains(name)).isEqualTo(isIn);
    }
}
