package queencell.dev.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import queencell.dev.CallerEnvironment;

/// Programs of the machine: where they are, and what a short call of one says.
public final class Executables {

    /// @param output both streams together
    public record Answer(int status, String output) {
        public boolean good() {
            return status == 0;
        }
    }

    private Executables() {}

    public static boolean usable(Path program) {
        return Files.isRegularFile(program) && Files.isExecutable(program);
    }

    /// The first program of that name in the folders of the caller's `PATH`.
    public static Optional<Path> onPath(String name, CallerEnvironment caller) {
        for (String folder : caller.value("PATH").orElse("").split(File.pathSeparator)) {
            // an empty entry means the working directory, from which nothing is run by accident
            if (!folder.isEmpty() && usable(Path.of(folder, name))) {
                return Optional.of(Path.of(folder, name));
            }
        }
        return Optional.empty();
    }

    /// Runs a short command; a program that does not start or does not end in time answers with status -1.
    public static Answer ask(List<String> command, Map<String, String> environment, Duration patience) {
        try {
            var builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().clear();
            builder.environment().putAll(environment);
            builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
            Path output = Files.createTempFile("cell-ask", ".txt");
            try {
                Process process = builder.redirectOutput(output.toFile()).start();
                if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                    return new Answer(-1, "no answer within " + patience.toSeconds() + " s");
                }
                return new Answer(process.exitValue(), Files.readString(output));
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException absent) {
            return new Answer(-1, absent.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Answer(-1, "interrupted");
        }
    }
}
