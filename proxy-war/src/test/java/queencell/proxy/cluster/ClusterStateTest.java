package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;

/// What is said at the start about the cell that this proxy serves (pipeline, 16).
class ClusterStateTest {
    @AutoClose
    private final HeardLog log = new HeardLog();

    /// The proxy would be ready, and answer every tenant 421.
    @Test
    void a_cell_that_the_database_does_not_know_must_be_told_with_those_it_does() {
        ClusterState.adviseOn(Optional.of("eu1"), List.of("eu-1", "us-1"));

        assertThat(log.lines("cell_unknown"))
                .singleElement()
                .asString()
                .contains(" WARN config ", "cell=eu1", "known=eu-1,us-1", "QUEEN_PROXY_CELL");
        assertThat(log.lines("cell_unnamed")).isEmpty();
    }

    @Test
    void one_of_several_cells_must_be_named() {
        ClusterState.adviseOn(Optional.empty(), List.of("eu-1", "us-1"));

        assertThat(log.lines("cell_unnamed")).singleElement().asString().contains("cells=2", "QUEEN_PROXY_CELL");
        assertThat(log.lines("cell_unknown")).isEmpty();
    }

    @Test
    void a_proxy_that_knows_its_cell_must_not_be_warned_about() {
        ClusterState.adviseOn(Optional.of("eu-1"), List.of("eu-1", "us-1"));
        ClusterState.adviseOn(Optional.empty(), List.of("eu-1"));
        ClusterState.adviseOn(Optional.empty(), List.of());

        assertThat(log.lines("cell_unknown")).isEmpty();
        assertThat(log.lines("cell_unnamed")).isEmpty();
    }
}
