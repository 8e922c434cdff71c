package queencell.dev;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/// Chooses the ports of one cell, never the same twice. Not thread-safe: ports are chosen before anything starts.
public final class Ports {

    /// How far above its default a port may move.
    private static final int STEPS = 200;

    /// Below the range from which Linux and macOS give ports to outgoing connections, so that no connection of a test
    /// can take a port between its choice and its use.
    private static final int RANDOM_FROM = 20_000;

    private static final int RANDOM_TO = 32_000;

    private final Set<Integer> chosen = new HashSet<>();
    private final Random random = new Random();

    /// The port that a setting names: free, or refused with the name of the setting.
    public Endpoint demanded(String what, String setting, Endpoint wanted) {
        if (!chosen.add(wanted.port()) || !free(wanted)) {
            throw CellFault.of(
                    "Port %d for %s is taken: end what listens there, or set %s to a free port.",
                    wanted.port(), what, setting);
        }
        return wanted;
    }

    /// The default port, or the next free one above it.
    public Endpoint preferred(String what, String host, int port) {
        for (int step = 0; step <= STEPS; step++) {
            var candidate = new Endpoint(host, port + step);
            if (!chosen.contains(candidate.port()) && free(candidate)) {
                chosen.add(candidate.port());
                return candidate;
            }
        }
        throw CellFault.of(
                "No free port for %s between %d and %d on %s: end what listens there.", what, port, port + STEPS, host);
    }

    /// A port of its own for a cell that must not meet another one.
    public Endpoint anyFree(String host) {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            var candidate = new Endpoint(host, random.nextInt(RANDOM_FROM, RANDOM_TO));
            if (!chosen.contains(candidate.port()) && free(candidate)) {
                chosen.add(candidate.port());
                return candidate;
            }
        }
        throw CellFault.of("No free port between %d and %d on %s.", RANDOM_FROM, RANDOM_TO, host);
    }

    /// Whether this machine lets somebody listen there now.
    public static boolean free(Endpoint endpoint) {
        try (var socket = new ServerSocket()) {
            // what a closed listener left in TIME_WAIT is no obstacle
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(endpoint.host()), endpoint.port()));
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
