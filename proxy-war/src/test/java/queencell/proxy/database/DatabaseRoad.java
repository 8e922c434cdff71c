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
/// new one. Or it swallows what is on it, and nobody is told.
public final class DatabaseRoad implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Socket> travellers = ConcurrentHashMap.newKeySet();
    private final ServerSocket gate;
    private final int target;
    private boolean open = true;
    private volatile boolean swallowing;

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

    /// Connections stay and new ones come about, but no byte arrives any more.
    public void swallow() {
        swallowing = true;
    }

    /// What was on the road while it swallowed lacks bytes, and is of no more use.
    public synchronized void mend() {
        open = true;
        swallowing = false;
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
            byte[] piece = new byte[8192];
            int length = from.getInputStream().read(piece);
            while (length >= 0) {
                if (!swallowing) {
                    to.getOutputStream().write(piece, 0, length);
                }
                length = from.getInputStream().read(piece);
            }
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
