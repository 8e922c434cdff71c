package queencell.dev.broker;

import java.net.URI;
import java.nio.file.Path;

/// How this machine can have a broker.
public sealed interface BrokerWay {

    /// One that runs already, by `QUEEN_URL`. The cell does not start or end it.
    record Running(URI url) implements BrokerWay {}

    /// @param origin where the program was found, for people
    record Program(Path file, String origin) implements BrokerWay {}

    /// @param engine `docker` or `podman`, whose daemon answered
    record Container(Path engine, String image) implements BrokerWay {}

    /// Build it once with Rust's `cargo`, to become a [Program] in the cache folder.
    record Build(Path cargo) implements BrokerWay {}
}
