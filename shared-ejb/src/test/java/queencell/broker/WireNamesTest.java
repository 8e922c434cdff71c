package queencell.broker;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Names that would not arrive as they were given (wire, 4 and 5).
class WireNamesTest {

    /// On the wire both halves are the same `?`: the second of two items would be the duplicate of the first.
    @ParameterizedTest
    @ValueSource(strings = {"a\ud800", "\udc00", "\udc00\ud800", "\ud83d!"})
    void half_a_surrogate_pair_must_not_become_another_name(String name) {
        assertThatThrownBy(() -> WireNames.check("partition", name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("partition has half a surrogate pair", "give the whole character");
        assertThatThrownBy(() -> WireNames.checkTransactionId(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_whole_pair_is_a_character_like_any_other() {
        assertThatCode(() -> WireNames.check("partition", "é\ud83d\ude00")).doesNotThrowAnyException();
    }
}
