package queencell.dev.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;
import queencell.dev.Progress;

/// The build of the broker, with a script in the place of `cargo`.
class CargoBuildTest {

    @TempDir
    private Path folder;

    private CargoBuild build() {
        return new CargoBuild(new CallerEnvironment(Map.of("PATH", System.getenv("PATH"))), folder.resolve("cache"));
    }

    private Path cargo(String script) throws IOException {
        Path cargo = folder.resolve("cargo");
        Files.writeString(cargo, "#!/bin/sh\necho called >> '%s'\n%s\n".formatted(folder.resolve("calls"), script));
        assertThat(cargo.toFile().setExecutable(true)).isTrue();
        return cargo;
    }

    private Path run(Path cargo) {
        return build().build(cargo, folder.resolve("cargo.log"), Progress.lines(System.out));
    }

    @Test
    void what_another_process_has_built_meanwhile_is_built_again() throws IOException {
        // the last argument is the folder
        Path cargo = cargo("for root; do :; done; mkdir -p \"$root/bin\"; cp \"$0\" \"$root/bin/queen\"");
        assertThat(run(cargo)).isEqualTo(folder.resolve("cache/bin/queen")).isExecutable();
        assertThat(run(cargo)).isEqualTo(folder.resolve("cache/bin/queen"));
        assertThat(folder.resolve("calls")).hasContent("called");
    }

    @Test
    void a_build_that_fails_is_told_without_its_reason() throws IOException {
        Path cargo = cargo("echo 'error: no such crate'; exit 101");
        assertThatThrownBy(() -> run(cargo))
                .isInstanceOf(CellFault.class)
                .hasMessageContaining("status 101")
                .hasMessageContaining("no such crate")
                .hasMessageContaining("QUEEN_BIN");
    }
}
