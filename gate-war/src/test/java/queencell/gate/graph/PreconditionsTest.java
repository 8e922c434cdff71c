package queencell.gate.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Node;

class PreconditionsTest {
    private static final GraphId ID = new GraphId("app", "g");
    private static final SequencedMap<String, Node> NO_NODES = new LinkedHashMap<>();
    private static final Inventory.Stored STORED = new Inventory.Stored(
            new GraphDocument(
                    "app", "g", 1, NO_NODES, List.of(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty()),
            7,
            List.of(),
            Optional.empty());

    private static Optional<Declared> unmet(Declaration.Condition condition, boolean stored) {
        return Preconditions.unmet(condition, stored ? Optional.of(STORED) : Optional.empty(), ID);
    }

    @Test
    void who_wants_to_create_must_not_overwrite() {
        assertThat(unmet(new Declaration.Condition.Absent(), true)).isPresent();
        assertThat(unmet(new Declaration.Condition.Absent(), false)).isEmpty();
    }

    @Test
    void who_edits_an_older_version_is_told_the_one_that_stands() {
        assertThat(unmet(new Declaration.Condition.AnyOf(Set.of(7L)), true)).isEmpty();
        assertThat(unmet(new Declaration.Condition.AnyOf(Set.of(5L, 6L)), true))
                .hasValueSatisfying(refused ->
                        assertThat(((Declared.Refused) refused).text()).contains("\"7\""));
        assertThat(unmet(new Declaration.Condition.AnyOf(Set.of(7L)), false)).isPresent();
    }

    @Test
    void any_version_of_a_list_will_do() {
        assertThat(unmet(new Declaration.Condition.AnyOf(Set.of(6L, 7L)), true)).isEmpty();
    }

    @Test
    void who_knows_what_stands_must_not_overwrite_it() {
        assertThat(unmet(new Declaration.Condition.NoneOf(Set.of(6L, 7L)), true))
                .hasValueSatisfying(refused ->
                        assertThat(((Declared.Refused) refused).text()).contains("\"7\""));
        assertThat(unmet(new Declaration.Condition.NoneOf(Set.of(6L)), true)).isEmpty();
        assertThat(unmet(new Declaration.Condition.NoneOf(Set.of(6L)), false)).isEmpty();
    }

    @Test
    void without_a_condition_everything_goes() {
        assertThat(unmet(Declaration.Condition.ANY, true)).isEmpty();
        assertThat(unmet(Declaration.Condition.ANY, false)).isEmpty();
        assertThat(unmet(new Declaration.Condition.Present(), false)).isPresent();
    }
}
