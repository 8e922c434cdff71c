package queencell.dev.payara;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import queencell.dev.CellFolders;
import queencell.dev.Endpoint;
import queencell.dev.Part;

/// What the server of a part is started with.
class PayaraProcessTest {
    private static final Path CONFIG = CellFolders.findRoot().resolve("payara-config");

    @ParameterizedTest
    @EnumSource(
            value = Part.class,
            names = {"PROXY", "GATE"})
    void the_heap_of_a_part_must_reach_its_process_and_give_way_to_the_caller(Part part, @TempDir Path root)
            throws IOException {
        var folders = new CellFolders(root, root.resolve("state"));
        Path own = folders.payaraConfig().resolve(part.key() + ".jvm.options");
        Path boot = folders.payaraConfig().resolve(part.key() + ".asadmin");
        for (Path needed : List.of(
                folders.payaraConfig().resolve("jvm.options"),
                folders.payaraConfig().resolve("logging.properties"),
                own,
                boot,
                folders.payaraJar(),
                folders.war(part))) {
            Files.createDirectories(needed.getParent());
            Files.createFile(needed);
        }

        List<String> command = new PayaraProcess(part, part.key(), folders, List.of("-Xmx99m"))
                .command(root.resolve("run"), new Endpoint("127.0.0.1", 6719), boot);

        assertThat(command)
                .containsSubsequence("@" + folders.payaraConfig().resolve("jvm.options"), "@" + own, "-Xmx99m", "-jar");
    }

    @ParameterizedTest
    @EnumSource(
            value = Part.class,
            names = {"PROXY", "GATE"})
    void a_part_must_not_run_with_the_heap_that_the_machine_happens_to_give(Part part) throws IOException {
        assertThat(Files.readString(CONFIG.resolve(part.key() + ".jvm.options")))
                .contains("-Xms", "-Xmx", "-Xmn");
        assertThat(Files.readString(CONFIG.resolve("jvm.options"))).doesNotContain("-Xm");
    }
}
