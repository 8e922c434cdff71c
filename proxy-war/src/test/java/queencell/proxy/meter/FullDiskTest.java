package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.proxy.route.OpClass;

/// A disk that takes no more: a process of its own under the shell's limit on the size of a file, since a test that
/// runs as root can make no folder refuse.
class FullDiskTest {

    @TempDir
    private Path path;

    @Test
    void a_batch_that_does_not_fit_is_counted_as_lost_and_spoils_no_other() throws IOException, InterruptedException {
        String command = "ulimit -f 4; exec \"$0\" -cp \"$1\" '%s' \"$2\"".formatted(Filler.class.getName());
        Process filler = new ProcessBuilder(
                        "sh",
                        "-c",
                        command,
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        System.getProperty("java.class.path"),
                        path.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(filler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(filler.waitFor()).as(said).isZero();
        int lost = Integer.parseInt(said.lines().toList().getLast().replace("lost=", ""));

        List<UsageLine> found = new ArrayList<>();
        List<UUID> ids = new ArrayList<>();
        var folder = new SpoolFolder(path);
        var metrics = new SimpleMeterRegistry();
        var pass = new SpoolReplay(
                        folder,
                        new Spool(folder, 0, InstantSource.system(), new DropLog(metrics), metrics),
                        batch -> {
                            ids.add(batch.id());
                            found.addAll(batch.lines());
                        },
                        _ -> true)
                .run();

        assertThat(pass.complete()).isTrue();
        assertThat(lost).as("rows that fit no file").isEqualTo(Filler.TOO_LARGE);
        assertThat(found).hasSize(Filler.SMALL_BATCHES * Filler.SMALL).doesNotHaveDuplicates();
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(path.resolve("meter-rejected.log")).doesNotExist();
    }

    /// The other process: batches that fit, in more than one file, and one that fits none.
    static final class Filler {
        static final int SMALL_BATCHES = 6;
        static final int SMALL = 4;
        static final int TOO_LARGE = 100;

        private Filler() {}

        public static void main(String[] folder) {
            var metrics = new SimpleMeterRegistry();
            var spool = new Spool(
                    new SpoolFolder(Path.of(folder[0])), 0, InstantSource.system(), new DropLog(metrics), metrics);
            for (int i = 0; i < SMALL_BATCHES; i++) {
                spool.keep(batch(i, SMALL));
                if (i == SMALL_BATCHES / 2) {
                    spool.keep(batch(99, TOO_LARGE));
                }
            }
            System.out.println("lost="
                    + (int) metrics.get("queen_proxy_usage_rows_dropped")
                            .tag("reason", "spool_unwritable")
                            .counter()
                            .count());
        }

        private static UsageBatch batch(int seed, int rows) {
            List<UsageLine> lines = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                lines.add(new UsageLine(new UUID(seed, i), i, OpClass.PUSH, new Usage(1, seed, i, 0)));
            }
            return new UsageBatch(UUID.randomUUID(), lines);
        }
    }
}
