package queencell.dev.broker;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;
import queencell.dev.HomeFolder;
import queencell.dev.Progress;
import queencell.dev.process.Executables;

/// Builds the pinned broker with Rust's `cargo` into the cache folder, once for this account.
public final class CargoBuild {

    private static final Pattern RUST = Pattern.compile("rustc (\\d+)\\.(\\d+)");
    private static final int OLDEST_MINOR = 88;

    private final CallerEnvironment caller;
    private final Path cache;

    public CargoBuild(CallerEnvironment caller, Path cache) {
        this.caller = caller;
        this.cache = cache;
    }

    /// Where the built program lies.
    public Path program() {
        return cache.resolve("bin").resolve("queen");
    }

    /// The `cargo` to build with, if its compiler is new enough and a linker is there.
    public Optional<Path> usable() {
        return cargo().filter(found -> rustIsNewEnough() && hasLinker());
    }

    /// What is missing, for a sentence.
    String whyNot() {
        if (cargo().isEmpty()) {
            return "now there is no `cargo`";
        }
        return rustIsNewEnough() ? "now there is no `cc`" : "now `rustc` is missing or too old";
    }

    /// Takes two to three minutes on two cores. Whoever asks while another process builds waits for that build.
    public Path build(Path cargo, Path log, Progress progress) {
        try {
            Files.createDirectories(cache);
            Path file = cache.resolve("build.lock");
            try (FileChannel building = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (building.tryLock() == null) {
                    progress.step("Waiting for another build of the broker into %s".formatted(cache));
                    building.lock();
                }
                if (!Executables.usable(program())) {
                    run(cargo, log, progress);
                }
            }
            return program();
        } catch (IOException refused) {
            throw new CellFault(
                    "cargo cannot be started or its folder %s not be written: %s."
                            .formatted(cache, refused.getMessage()),
                    refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CellFault("Interrupted while building the broker: call ./cell up again.", interrupted);
        }
    }

    private void run(Path cargo, Path log, Progress progress) throws IOException, InterruptedException {
        progress.step("Building the broker %s with cargo, once: two to three minutes (log: %s)"
                .formatted(BrokerVersion.PINNED, log));
        var builder = new ProcessBuilder(
                        cargo.toString(),
                        "install",
                        "queen-engine",
                        "--version",
                        BrokerVersion.PINNED.toString(),
                        "--locked",
                        "--root",
                        cache.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment());
        int status = builder.start().waitFor();
        if (status != 0 || !Executables.usable(program())) {
            throw CellFault.of(
                    "cargo could not build the broker (status %d): %s. Correct that, or set QUEEN_BIN or QUEEN_URL. Its log: %s",
                    status, lastError(log), log);
        }
    }

    private Optional<Path> cargo() {
        return tool("cargo");
    }

    private Optional<Path> tool(String name) {
        return Executables.onPath(name, caller)
                .or(() -> HomeFolder.ofAccount()
                        .map(home -> home.resolve(".cargo/bin").resolve(name))
                        .filter(Executables::usable));
    }

    private boolean rustIsNewEnough() {
        return tool("rustc")
                .map(rustc -> Executables.ask(
                                List.of(rustc.toString(), "--version"), environment(), Duration.ofSeconds(20))
                        .output())
                .map(RUST::matcher)
                .filter(Matcher::find)
                .filter(version ->
                        Integer.parseInt(version.group(1)) > 1 || Integer.parseInt(version.group(2)) >= OLDEST_MINOR)
                .isPresent();
    }

    private boolean hasLinker() {
        return Executables.onPath("cc", caller).isPresent();
    }

    /// rustup's programs look for their toolchain below `HOME`; an empty one finds nothing, so the account's own
    /// folders are named.
    private Map<String, String> environment() {
        Map<String, String> environment = caller.forAnyProgram();
        HomeFolder.ofAccount().ifPresent(home -> {
            environment.putIfAbsent("HOME", home.toString());
            toolFolder(environment, "RUSTUP_HOME", home.resolve(".rustup"));
            toolFolder(environment, "CARGO_HOME", home.resolve(".cargo"));
        });
        return environment;
    }

    private void toolFolder(Map<String, String> environment, String name, Path usual) {
        caller.value(name)
                .or(() -> Optional.of(usual).filter(Files::isDirectory).map(Path::toString))
                .ifPresent(folder -> environment.put(name, folder));
    }

    private static String lastError(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.stream()
                .filter(line -> line.startsWith("error"))
                .reduce((first, second) -> first)
                .orElse(lines.isEmpty() ? "it said nothing" : lines.getLast())
                .strip();
    }
}
