package queencell.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import queencell.dev.CellFault;

/// The load generator: one thread, a fixed number of connections, each sends its next request when the last is
/// answered.
final class Wrk {
    private final Path program;
    private final Path script;

    /// @param wrong answers of another status or length
    /// @param errors connections that broke, and answers that did not come in time
    /// @param example of a wrong answer
    record Result(long requests, Duration took, long wrong, long errors, Duration p50, Duration p99, String example) {
        double perSecond() {
            return requests * 1e9 / took.toNanos();
        }

        boolean clean() {
            return requests > 0 && wrong == 0 && errors == 0;
        }
    }

    Wrk(Path program, Path folder) {
        this.program = program;
        try {
            this.script = Files.writeString(folder.resolve("answers.lua"), Texts.resource("answers.lua"));
        } catch (IOException full) {
            throw new UncheckedIOException("%s cannot be written".formatted(folder), full);
        }
    }

    Result run(Way way, Shape shape, int connections, Duration window) {
        var command = new ArrayList<>(List.of(
                program.toString(),
                "--threads",
                "1",
                "--connections",
                Integer.toString(connections),
                "--duration",
                window.toSeconds() + "s",
                "--timeout",
                "10s",
                "--script",
                script.toString()));
        way.headers().forEach((name, value) -> command.addAll(List.of("--header", name + ": " + value)));
        command.addAll(List.of(
                way.url().resolve(shape.target()).toString(),
                "--",
                shape.method(),
                shape.body().map(Path::toString).orElse("-"),
                Integer.toString(shape.status()),
                Long.toString(shape.length())));
        return parse(output(command));
    }

    private static String output(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return text;
        } catch (IOException refused) {
            throw new UncheckedIOException("wrk does not start", refused);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CellFault("Interrupted while wrk ran.", stopped);
        }
    }

    private static Result parse(String output) {
        String line = output.lines()
                .filter(text -> text.startsWith("RESULT "))
                .findFirst()
                .orElseThrow(() -> CellFault.of("wrk gave no result; it said: %s", output.strip()));
        String[] words = line.split(" ", 8);
        return new Result(
                Long.parseLong(words[1]),
                micros(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                micros(words[5]),
                micros(words[6]),
                words[7].strip());
    }

    private static Duration micros(String text) {
        return Duration.ofNanos(Long.parseLong(text) * 1000);
    }
}
