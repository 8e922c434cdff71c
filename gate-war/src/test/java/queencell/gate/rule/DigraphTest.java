package queencell.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DigraphTest {

    private final Digraph graph = new Digraph();

    @Test
    void a_cycle_through_two_parallel_steps_is_missed_or_named_by_its_junction() {
        graph.edges(vertices("a", "b"), vertices("c", "d"));
        assertThat(graph.anyCycle()).isEmpty();

        graph.edges(vertices("d"), vertices("b"));
        assertThat(graph.anyCycle()).containsExactly("b", "d", "b");
        boolean[] onCycle = graph.onCycle();
        assertThat(Stream.of("a", "b", "c", "d").filter(name -> graph.isOnCycle(name, onCycle)))
                .containsExactly("b", "d");
    }

    @Test
    void one_step_to_many_joins_what_is_not_joined() {
        graph.edges(vertices("a"), vertices("b", "c"));
        graph.edges(vertices("b", "c"), vertices("d"));
        graph.edges(vertices(), vertices("a", "b"));
        graph.edges(vertices("a", "b"), vertices());
        assertThat(graph.anyCycle()).isEmpty();

        graph.edge(graph.vertex("d"), graph.vertex("c"));
        assertThat(graph.anyCycle()).containsExactly("c", "d", "c");
        assertThat(graph.isOnCycle("a", graph.onCycle())).isFalse();
        assertThat(graph.isOnCycle("z", graph.onCycle())).isFalse();
    }

    @Test
    void a_step_back_to_itself_is_no_cycle() {
        graph.edge(graph.vertex("a"), graph.vertex("b"));
        graph.edge(graph.vertex("b"), graph.vertex("b"));
        assertThat(graph.anyCycle()).containsExactly("b", "b");
    }

    private List<Integer> vertices(String... names) {
        return Stream.of(names).map(graph::vertex).toList();
    }
}
