package queencell.proxy.forward;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A broker that answers what a test tells it to, as bytes, and remembers what it was sent. Text is ISO-8859-1.
final class ScriptedBroker implements AutoCloseable {

    /// An answer that ends by its length, so that the connection may be kept.
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /// What one connection does.
    @FunctionalInterface
    interface Script {
        void run(Line line) throws Exception;
    }

    /// One connection, from the broker's side.
    static final class Line {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;
        private final List<String> heads;

        Line(Socket socket, List<String> heads) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
            this.out = socket.getOutputStream();
            this.heads = heads;
        }

        /// Reads up to the empty line and remembers it.
        String head() throws IOException {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int b = in.read();
                if (b < 0) {
                    throw new IOException("the proxy left after `" + head + "`");
                }
                head.write(b);
            }
            String text = head.toString(StandardCharsets.ISO_8859_1);
            heads.add(text);
            return text;
        }

        String read(int length) throws IOException {
            return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        }

        Line send(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return this;
        }

        /// Waits until the proxy closes its side.
        void awaitEnd() throws IOException {
            in.readAllBytes();
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    final List<String> heads = new CopyOnWriteArrayList<>();
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger ended = new AtomicInteger();
    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    ScriptedBroker(Script script) throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket socket = server.accept();
                    sockets.add(socket);
                    connections.incrementAndGet();
                    Thread.ofVirtual().start(() -> serve(socket, script));
                }
            } catch (IOException _) {
                // closed by the test
            }
        });
    }

    /// Answers every request of every connection with this text.
    static ScriptedBroker answering(String answer) throws IOException {
        return new ScriptedBroker(line -> {
            while (true) {
                line.head();
                line.send(answer);
            }
        });
    }

    private void serve(Socket socket, Script script) {
        try (socket) {
            script.run(new Line(socket, heads));
        } catch (Exception _) {
            // the proxy left, or the test closed the broker
        } finally {
            ended.incrementAndGet();
        }
    }

    int port() {
        return server.getLocalPort();
    }

    BaseUrl base() {
        return BaseUrl.parse("http://127.0.0.1:" + port());
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
