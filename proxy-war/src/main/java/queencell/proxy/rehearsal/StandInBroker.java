package queencell.proxy.rehearsal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Answers the acts of the rehearsal on a port of this machine. Plain sockets on virtual threads: it must not be
/// compiled together with what it is there to warm.
final class StandInBroker implements AutoCloseable {
    private static final byte[] NOT_FOUND = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII);
    private static final int BACKLOG = 128;

    private final ServerSocket door;
    private final Map<String, byte[]> answers = new HashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    StandInBroker() throws IOException {
        Act.REPERTOIRE.forEach(act -> answers.put(act.path(), answerOf(act)));
        door = new ServerSocket(0, BACKLOG, Loopback.ADDRESS);
        Thread.ofVirtual().name("rehearsal-broker").start(this::accept);
    }

    String url() {
        return "http://%s:%d".formatted(door.getInetAddress().getHostAddress(), door.getLocalPort());
    }

    private static byte[] answerOf(Act act) {
        String length = act.status() == 204
                ? ""
                : "Content-Length: %d\r\n".formatted(act.answer().length());
        return "HTTP/1.1 %d Said\r\nContent-Type: application/json\r\n%s\r\n%s"
                .formatted(act.status(), length, act.answer())
                .getBytes(US_ASCII);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = door.accept();
                open.add(socket);
                Thread.ofVirtual().name("rehearsal-broker").start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // the rehearsal is over
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream());
            while (true) {
                Head head = Head.read(in);
                in.skipNBytes(head.bodyLength());
                socket.getOutputStream().write(answers.getOrDefault(head.path(), NOT_FOUND));
            }
        } catch (IOException gone) {
            // the proxy keeps no connection for ever
        } finally {
            open.remove(socket);
        }
    }

    @Override
    public void close() {
        try {
            door.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException unclosed) {
            throw new UncheckedIOException(unclosed);
        }
    }
}
