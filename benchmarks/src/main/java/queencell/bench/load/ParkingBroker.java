package queencell.bench.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/// A stand-in for the broker that holds every pop until it is told to answer; a virtual thread for each connection.
final class ParkingBroker implements AutoCloseable {
    private static final byte[] NOTHING = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] LISTING =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"queues\":[]}"
                    .getBytes(StandardCharsets.ISO_8859_1);

    private final ServerSocket door;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch released = new CountDownLatch(1);

    ParkingBroker() {
        try {
            door = new ServerSocket(0, 8192, InetAddress.getLoopbackAddress());
        } catch (IOException taken) {
            throw new UncheckedIOException("no port for a stand-in that parks polls", taken);
        }
        Thread.ofVirtual().start(this::accept);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + door.getLocalPort());
    }

    /// Answers all pops that wait, and those to come at once: nothing to deliver.
    void release() {
        released.countDown();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket socket = door.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException _) {
                // closed: the loop ends
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream(), 512);
            while (true) {
                boolean pop = PlainSocket.lineOf(in).contains("/api/v1/pop/");
                while (!PlainSocket.lineOf(in).isEmpty()) {
                    // the fields tell nothing
                }
                if (pop) {
                    released.await();
                }
                socket.getOutputStream().write(pop ? NOTHING : LISTING);
            }
        } catch (IOException _) {
            // the proxy ended the connection
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    @Override
    public void close() {
        release();
        try {
            door.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
