package queencell.dev.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import queencell.dev.CallerEnvironment;
import queencell.dev.Endpoint;
import queencell.dev.Progress;
import queencell.dev.process.Executables;

/// The broker's image under `docker` or `podman`. The engine's client stays in the foreground and hands SIGTERM on, so
/// it stands for the broker as a child process.
final class ContainerBroker {

    private static final String SPOOL_INSIDE = "/var/lib/queen/buffers";

    private final BrokerWay.Container way;
    private final CallerEnvironment caller;

    ContainerBroker(BrokerWay.Container way, CallerEnvironment caller) {
        this.way = way;
        this.caller = caller;
    }

    /// Whether the image is there, or could be fetched.
    boolean imageIsHere(Progress progress) {
        if (ask(Duration.ofSeconds(20), "image", "inspect", way.image())) {
            return true;
        }
        progress.step("Fetching the broker's image " + way.image());
        return ask(Duration.ofMinutes(10), "pull", way.image());
    }

    /// @param variables the broker's own; named on the command line, their values (a password) only in the environment
    List<String> command(Endpoint endpoint, Path spool, Map<String, String> variables) {
        var command = new ArrayList<>(List.of(
                way.engine().toString(),
                "run",
                "--rm",
                "--init",
                "--name",
                name(endpoint),
                "--volume",
                spool + ":" + SPOOL_INSIDE));
        if (sharesNetwork()) {
            command.addAll(List.of("--network", "host"));
        } else {
            command.addAll(
                    List.of("--publish", "%s:%d:%d".formatted(endpoint.host(), endpoint.port(), endpoint.port())));
        }
        variables.keySet().forEach(variable -> command.addAll(List.of("--env", variable)));
        command.add(way.image());
        return command;
    }

    /// What differs inside the container: the spool's folder, and on macOS the way to the host.
    Map<String, String> inside(Map<String, String> variables) {
        var inside = new TreeMap<>(variables);
        inside.put("FILE_BUFFER_DIR", SPOOL_INSIDE);
        if (!sharesNetwork()) {
            inside.put("QUEEN_BIND_ADDR", "0.0.0.0");
            inside.computeIfPresent(
                    "PG_HOST",
                    (_, host) ->
                            List.of("127.0.0.1", "localhost", "::1").contains(host) ? "host.docker.internal" : host);
        }
        return inside;
    }

    /// What ends a container whose client was killed.
    List<String> cleanup(Endpoint endpoint) {
        return List.of(way.engine().toString(), "rm", "--force", name(endpoint));
    }

    /// The engine's client finds its daemon by variables of its own.
    static Map<String, String> environment(CallerEnvironment caller) {
        Map<String, String> environment = caller.forAnyProgram();
        caller.variables().forEach((name, value) -> {
            if (name.startsWith("DOCKER_") || name.startsWith("CONTAINER_")) {
                environment.put(name, value);
            }
        });
        return environment;
    }

    private static String name(Endpoint endpoint) {
        return "queen-cell-broker-" + endpoint.port();
    }

    private static boolean sharesNetwork() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");
    }

    private boolean ask(Duration patience, String... words) {
        var command = new ArrayList<>(List.of(way.engine().toString()));
        command.addAll(List.of(words));
        return Executables.ask(command, environment(caller), patience).good();
    }
}
