package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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

    /// The other count of one text, of the bytes as they were sent, has the same rule.
    @Property
    void the_length_of_a_name_is_not_that_of_its_bytes(@ForAll String name) {
        assertThat(Names.utf8Length(name)).isEqualTo(name.getBytes(StandardCharsets.UTF_8).length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d\ude00", "a\ud83d\ude00b", "\uffff", "\u00e9"})
    void a_whole_character_is_refused(String name) {
        assertThat(Names.queueProblem("queue", name)).isEmpty();
        assertThat(Names.partitionProblem("partition", name)).isEmpty();
    }
}
