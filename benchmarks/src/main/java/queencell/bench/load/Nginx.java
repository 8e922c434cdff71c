package queencell.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import queencell.dev.CellFault;
import queencell.dev.Endpoint;
import queencell.dev.HttpProbe;
import queencell.dev.process.Pause;

/// One nginx in the foreground, with a configuration of ours.
final class Nginx implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final Process process;
    private final Endpoint endpoint;

    private Nginx(String name, Process process, Endpoint endpoint) {
        this.name = name;
        this.process = process;
        this.endpoint = endpoint;
    }

    /// @param configuration listens on `endpoint` and stays in the foreground
    static Nginx start(String name, Path program, Path folder, String configuration, Endpoint endpoint) {
        try {
            Path file = Files.writeString(folder.resolve(name + ".conf"), configuration);
            Path output = folder.resolve(name + ".out");
            Process process = new ProcessBuilder(
                            program.toString(), "-p", folder.toString(), "-c", file.toString(), "-e", "stderr")
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            var nginx = new Nginx(name, process, endpoint);
            nginx.awaitOpen(output);
            return nginx;
        } catch (IOException refused) {
            throw new UncheckedIOException("%s does not start".formatted(program), refused);
        }
    }

    private void awaitOpen(Path output) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (HttpProbe.get(url().resolve("/health")).status() == HttpProbe.UNREACHABLE) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                close();
                throw CellFault.of(
                        "nginx (%s) does not serve %s; it said: %s",
                        name, endpoint, Files.readString(output).strip());
            }
            Pause.millis(50);
        }
    }

    URI url() {
        return endpoint.url();
    }

    int port() {
        return endpoint.port();
    }

    /// The master and its workers.
    List<Long> pids() {
        return Stream.concat(Stream.of(process.pid()), process.descendants().map(ProcessHandle::pid))
                .toList();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
