package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    /// Two of them would be one name in the registry, and the statement that writes all tenants' names would fail.
    @ParameterizedTest
    @ValueSource(strings = {"a\ud800", "\udc00", "\ud83d\ud83d\ude00", "\ude00\ud83d"})
    void half_a_surrogate_pair_reaches_the_registry(String name) {
        assertThat(Names.queueProblem("queue", name)).get().asString().contains("surrogate", "queue");
        assertThat(Names.partitionProblem("partition", name)).isPresent();
        assertThat(Names.groupProblem("group", name)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d\ude00", "a\ud83d\ude00b", "\uffff", "\u00e9"})
    void a_whole_character_is_refused(String name) {
        assertThat(Names.queueProblem("queue", name)).isEmpty();
        assertThat(Names.partitionProblem("partition", name)).isEmpty();
    }
}
