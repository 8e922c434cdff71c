package queencell.controlplane;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import queencell.dev.CellFolders;

/// `./cell` as a process of its own, and scripts that call it: with the classes under test instead of a build.
///
/// @param state the folder in place of `.cell/`
/// @param variables on top of the caller's, of which only those that bring a broker are left
record CommandLine(Path state, Map<String, String> variables) {

    private static final List<String> LEFT = List.of("QUEEN_BIN", "QUEEN_TOKEN");
    private static final int PATIENCE_MINUTES = 6;

    /// @param output of the process; its errors are in `errors`
    record Outcome(int status, String output, String errors) {
        Outcome mustSucceed() {
            if (status != 0) {
                throw new AssertionError("ended with status %d%n%s%n%s".formatted(status, output, errors));
            }
            return this;
        }
    }

    Outcome cell(String... words) {
        var command = java();
        command.addAll(List.of(words));
        return run(command, CellFolders.findRoot(), "");
    }

    /// Runs a script in a folder where `./cell` is this one.
    ///
    /// @param input what the script reads
    Outcome bash(Path folder, String script, String input) throws IOException {
        Path launcher = folder.resolve("cell");
        if (!Files.exists(launcher)) {
            var words = java().stream().map(word -> "'" + word + "'").toList();
            Files.writeString(launcher, "#!/bin/sh\nexec %s \"$@\"\n".formatted(String.join(" ", words)));
            Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return run(List.of("bash", "-euo", "pipefail", "-c", script), folder, input);
    }

    private List<String> java() {
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx160m",
                "-Dcell.root=" + CellFolders.findRoot(),
                "-Dcell.state=" + state.toAbsolutePath(),
                "-cp",
                classes,
                "queencell.dev.command.CellCommand"));
    }

    /// A script that reads nothing may have ended by now.
    private static void give(Process process, String input) {
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException unread) {
            // what it should have read shows in what it did
        }
    }

    /// One after the other, in all JVMs of a build: two cells that look for free ports in the same moment find the
    /// same, and one of them cannot start.
    private Outcome run(List<String> command, Path folder, String input) {
        Path alone = CellFolders.findRoot().resolve("system-tests/target/command-line.lock");
        try (var channel = FileChannel.open(alone, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            Path out = Files.createTempFile("cell-out", ".log");
            Path err = Files.createTempFile("cell-err", ".log");
            var builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment()
                    .keySet()
                    .removeIf(name -> !LEFT.contains(name) && name.matches("(QUEEN|GATE|PXDB|PG)_?.*"));
            builder.environment().putAll(variables);
            Process process = builder.start();
            give(process, input);
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError("still running after %d minutes: %s%n%s%n%s"
                        .formatted(PATIENCE_MINUTES, command, Files.readString(out), Files.readString(err)));
            }
            var outcome = new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            return outcome;
        } catch (IOException broken) {
            throw new AssertionError("%s: %s".formatted(command, broken), broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
    }
}
