package queencell.dev.broker;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import queencell.address.ServerAddress;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;
import queencell.dev.process.Executables;

/// Finds the first way to a broker, in the documented order: `QUEEN_URL`, `QUEEN_BIN`, `queen` on `PATH`, the cache
/// folder, a container engine, cargo.
public final class BrokerSearch {

    static final String IMAGE = "queen-mq/queen:" + BrokerVersion.PINNED;

    private final CallerEnvironment caller;
    private final Path cache;
    private final CargoBuild cargo;

    public BrokerSearch(CallerEnvironment caller, Path cache) {
        this.caller = caller;
        this.cache = cache;
        this.cargo = new CargoBuild(caller, cache);
    }

    /// The first way there is; one sentence with all of them when there is none.
    public BrokerWay find() {
        return Stream.<Supplier<Optional<BrokerWay>>>of(
                        this::running, this::named, this::onPath, this::cached, this::container, this::build)
                .map(Supplier::get)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(this::none);
    }

    /// What is left when the container engine could not get the image.
    public BrokerWay findWithoutContainer() {
        return build().orElseThrow(this::none);
    }

    private Optional<BrokerWay> running() {
        return caller.value("QUEEN_URL").map(BrokerSearch::url).map(BrokerWay.Running::new);
    }

    private Optional<BrokerWay> named() {
        return caller.value("QUEEN_BIN").map(Path::of).map(program -> {
            if (!Executables.usable(program)) {
                throw CellFault.of(
                        "QUEEN_BIN is `%s`, where no program is that may be run: correct it, or unset it to let ./cell search.",
                        program);
            }
            return new BrokerWay.Program(program.toAbsolutePath(), "QUEEN_BIN");
        });
    }

    private Optional<BrokerWay> onPath() {
        return Executables.onPath("queen", caller).map(program -> new BrokerWay.Program(program, "PATH"));
    }

    private Optional<BrokerWay> cached() {
        return Optional.of(cargo.program())
                .filter(Executables::usable)
                .map(program -> new BrokerWay.Program(program, "the cache folder"));
    }

    private Optional<BrokerWay> container() {
        return Stream.of("docker", "podman")
                .flatMap(engine -> Executables.onPath(engine, caller).stream())
                .filter(this::daemonAnswers)
                .findFirst()
                .map(engine -> new BrokerWay.Container(engine, IMAGE));
    }

    private boolean daemonAnswers(Path engine) {
        return Executables.ask(
                        List.of(engine.toString(), "info"), ContainerBroker.environment(caller), Duration.ofSeconds(10))
                .good();
    }

    private Optional<BrokerWay> build() {
        return cargo.usable().map(BrokerWay.Build::new);
    }

    private CellFault none() {
        return CellFault.of("""
                There is no broker, and none can be brought: set QUEEN_URL to one that runs (%s or newer) or QUEEN_BIN \
                to its program, put `queen` on PATH or into %s, start a docker or podman daemon (image %s), or install \
                Rust 1.88 or newer with a C linker (%s).\
                """, BrokerVersion.OLDEST, cache.resolve("bin"), IMAGE, cargo.whyNot());
    }

    private static URI url(String text) {
        try {
            var url = URI.create(text.replaceAll("/+$", ""));
            if (ServerAddress.of(url).isPresent()
                    && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException _) {
            // the sentence below says what is wrong
        }
        throw CellFault.of("QUEEN_URL is `%s`: it must be the address of a broker, like http://127.0.0.1:6632.", text);
    }
}
