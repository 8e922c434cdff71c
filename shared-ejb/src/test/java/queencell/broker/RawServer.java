package queencell.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/// A server that behaves as badly as it is told: one script per request, on whatever connection it comes.
final class RawServer implements AutoCloseable {

    /// What is done with one request that was read.
    interface Script {
        /// @return false when the connection ends
        boolean play(Socket connection, OutputStream out) throws IOException, InterruptedException;
    }

    private final ServerSocket server;
    private final BlockingQueue<Script> scripts = new LinkedBlockingQueue<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    final List<String> requests = new CopyOnWriteArrayList<>();

    RawServer() {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        Thread.ofVirtual().start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    int port() {
        return server.getLocalPort();
    }

    int connections() {
        return open.size();
    }

    RawServer then(Script script) {
        scripts.add(script);
        return this;
    }

    /// Answers and keeps the connection.
    RawServer thenAnswer(String head, String body) {
        return then((connection, out) -> {
            out.write(bytes(head, body));
            return true;
        });
    }

    /// Says nothing until the client goes away.
    RawServer thenHang() {
        return then((connection, out) -> connection.getInputStream().read() >= 0);
    }

    static byte[] bytes(String head, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        return "HTTP/1.1 %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s"
                .formatted(head, content.length, body)
                .getBytes(StandardCharsets.UTF_8);
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = server.accept();
                open.add(connection);
                Thread.ofVirtual().start(() -> serve(connection));
            }
        } catch (IOException closed) {
            // the test is over
            return;
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = connection.getInputStream();
            boolean goesOn = true;
            while (goesOn) {
                String request = read(in);
                if (request.isEmpty()) {
                    return;
                }
                requests.add(request);
                goesOn = scripts.take().play(connection, connection.getOutputStream());
            }
        } catch (IOException gone) {
            // what the test is about
            return;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /// One request with its body; empty at the end of the connection.
    private static String read(InputStream in) throws IOException {
        var text = new StringBuilder();
        int length = 0;
        while (!text.toString().endsWith("\r\n\r\n")) {
            int c = in.read();
            if (c < 0) {
                return "";
            }
            text.append((char) c);
        }
        for (String line : text.toString().split("\r\n")) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring(16));
            }
        }
        return text + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /// Closes every connection that is open now, as a restarting broker does.
    void dropConnections() throws IOException {
        for (Socket connection : open) {
            connection.close();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        dropConnections();
    }
}
