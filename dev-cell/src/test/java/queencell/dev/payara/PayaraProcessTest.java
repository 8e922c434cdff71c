package queencell.dev.payara;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
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

    /// What the JVM makes of the file, not what stands in it: it takes a property that nobody reads without a word.
    @Test
    void a_start_must_not_pay_for_class_space_and_a_request_not_for_the_code_cache_or_the_search_for_lost_buffers()
            throws IOException, InterruptedException {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + CONFIG.resolve("jvm.options"),
                        "-XX:+PrintFlagsFinal",
                        "-XshowSettings:properties",
                        "-version")
                .redirectErrorStream(true)
                .start();
        String effective = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(effective).isZero();

        assertThat(effective)
                .as("the JVM's own bound of 21 MiB has the heap collected as a whole three times during a start")
                .containsPattern(" MetaspaceSize += 167772160 ");
        assertThat(effective)
                .as("at 15 % of the code cache the heap is collected as a whole in the middle of requests")
                .containsPattern(" SweeperThreshold += 50\\.0");
        assertThat(effective)
                .as("Netty notes a stack for one buffer in 128")
                .containsPattern("io\\.netty\\.leakDetection\\.level = disabled");
    }
}
