package queencell.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A TCP relay in front of a real server, which a test can cut, stall and slow down while the server itself lives.
public final class FaultyRoad implements AutoCloseable {

    private static final int BUFFER = 16 * 1024;

    private final ServerSocket door;
    private final InetSocketAddress target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean broken;
    private volatile boolean stalled;
    private volatile Duration delay = Duration.ZERO;

    private FaultyRoad(ServerSocket door, InetSocketAddress target) {
        this.door = door;
        this.target = target;
    }

    public static FaultyRoad to(String host, int port) {
        try {
            var road = new FaultyRoad(
                    new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress()), new InetSocketAddress(host, port));
            Thread.ofVirtual().start(road::accept);
            return road;
        } catch (IOException taken) {
            throw new UncheckedIOException("no port for a relay", taken);
        }
    }

    public static FaultyRoad to(URI server) {
        return to(server.getHost(), server.getPort());
    }

    public int port() {
        return door.getLocalPort();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /// Ends every connection, and every new one at once, until [#mend].
    public void cut() {
        broken = true;
        open.forEach(FaultyRoad::end);
    }

    /// Connections stay, and nothing passes any more in either direction, until [#mend].
    public void stall() {
        stalled = true;
    }

    /// Everything the server says comes so much later.
    public void slow(Duration by) {
        delay = by;
    }

    public void mend() {
        broken = false;
        stalled = false;
        delay = Duration.ZERO;
    }

    /// Connections of clients.
    public int openConnections() {
        return open.size() / 2;
    }

    @Override
    public void close() {
        end(door);
        open.forEach(FaultyRoad::end);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                if (broken) {
                    client.close();
                } else {
                    connect(client);
                }
            } catch (IOException _) {
                // closed, or the server is away: the client sees its connection end
            }
        }
    }

    private void connect(Socket client) throws IOException {
        var server = new Socket();
        try {
            server.connect(target, 2_000);
        } catch (IOException away) {
            client.close();
            throw away;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        open.add(client);
        open.add(server);
        if (broken || door.isClosed()) {
            // cut while this one was being made, when nobody looked for it
            end(client);
            end(server);
        }
        Thread.ofVirtual().start(() -> pump(client, server, false));
        Thread.ofVirtual().start(() -> pump(server, client, true));
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                while (stalled) {
                    Thread.sleep(20);
                }
                if (answers && !delay.isZero()) {
                    Thread.sleep(delay);
                }
                out.write(buffer, 0, count);
            }
        } catch (IOException _) {
            // one side ended: so does the other
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            end(from);
            end(to);
            open.remove(from);
            open.remove(to);
        }
    }

    private static void end(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception _) {
            // it is ended, which is all that is wanted
        }
    }
}
