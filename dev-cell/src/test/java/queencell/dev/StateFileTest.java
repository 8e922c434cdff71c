package queencell.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.dev.postgres.PostgresAddress;
import queencell.dev.process.Mark;

class StateFileTest {

    @TempDir
    Path folder;

    private static final Mark OURSELVES = Mark.of(ProcessHandle.current());

    @Test
    void what_was_written_is_read_back_whole() {
        CellState state = state(new Mark(7, 8), true)
                .withDemo(JsonNodeFactory.instance.objectNode().put("host", "a.localhost"));
        var file = new StateFile(folder.resolve("state.json"));
        file.write(state);
        assertThat(file.read()).isEqualTo(state);
    }

    @Test
    void nobody_else_may_read_the_passwords_in_it() throws IOException {
        var path = folder.resolve("state.json");
        new StateFile(path).write(state(OURSELVES, false));
        assertThat(Files.getPosixFilePermissions(path))
                .containsOnly(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    }

    @Test
    void a_broken_file_is_refused_by_name() throws IOException {
        Path path = Files.writeString(folder.resolve("state.json"), "{\"parts\":[{\"part\":\"moon\"}]}");
        assertThatThrownBy(() -> new StateFile(path).read())
                .isInstanceOf(CellFault.class)
                .hasMessageContaining(path.toString());
    }

    @Test
    void another_process_with_the_same_number_is_not_ours() {
        var reused = new Mark(OURSELVES.pid(), OURSELVES.startedMillis() - 60_000);
        assertThat(OURSELVES.alive()).isTrue();
        assertThat(reused.alive()).isFalse();
        assertThat(new Mark(OURSELVES.pid(), 0).alive()).isFalse();
    }

    @Test
    void only_living_processes_without_a_launcher_are_left_over() {
        var dead = new Mark(OURSELVES.pid(), OURSELVES.startedMillis() - 60_000);
        assertThat(state(dead, false).leftOver()).isTrue();
        assertThat(state(OURSELVES, false).leftOver()).isFalse();
        assertThat(state(dead, true).leftOver()).isFalse();
        assertThat(state(dead, false).asStopped().leftOver()).isFalse();
    }

    private static CellState state(Mark launcher, boolean detached) {
        var endpoint = new Endpoint("127.0.0.1", 1000);
        var addresses = new Addresses(
                endpoint,
                endpoint,
                endpoint,
                endpoint,
                endpoint,
                URI.create("http://127.0.0.1:6632"),
                Optional.of(endpoint),
                Optional.empty());
        return new CellState(
                launcher,
                detached,
                List.of(new CellState.PartState(Part.BROKER, OURSELVES, List.of("docker", "rm"))),
                Optional.of(addresses),
                Optional.of(new PostgresAddress("h", 1, "u", "p w", "d", Map.of("USE_SSL", "true"))),
                MissingNode.getInstance());
    }
}
