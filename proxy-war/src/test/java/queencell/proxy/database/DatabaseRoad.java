package queencell.proxy.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The road to the tests' PostgreSQL, which can be cut: whoever is on it loses his connection, and nobody gets a
/// new one.
public final class DatabaseRoad implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Socket> travellers = ConcurrentHashMap.newKeySet();
    private final ServerSocket gate;
    private final int target;
    private boolean open = true;

    /// @param target port of the server on loopback
    DatabaseRoad(int target) {
        this.target = target;
        try {
            gate = new ServerSocket();
            gate.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        threads.execute(this::letIn);
    }

    int port() {
        return gate.getLocalPort();
    }

    public synchronized void cut() {
        open = false;
        travellers.forEach(DatabaseRoad::end);
    }

    public synchronized void mend() {
        open = true;
    }

    private synchronized boolean admit(Socket client, Socket server) {
        if (open) {
            travellers.add(client);
            travellers.add(server);
        }
        return open;
    }

    private void letIn() {
        while (!gate.isClosed()) {
            try {
                Socket client = gate.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                if (admit(client, server)) {
                    threads.execute(() -> carry(client, server));
                    threads.execute(() -> carry(server, client));
                } else {
                    end(client);
                    end(server);
                }
            } catch (IOException closed) {
                // the loop asks whether it was meant
            }
        }
    }

    private void carry(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException cut) {
            // either side is gone, and the other one with it
        } finally {
            travellers.remove(from);
            travellers.remove(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // it is closed all the same
        }
    }

    @Override
    public void close() {
        end(gate);
        cut();
        threads.shutdownNow();
    }

    private static void end(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // it is closed all the same
        }
    }
}
