package queencell.proxy.pipeline;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Clients of the proxy and the broker behind it, in a process of their own: what the JVM of the test holds is what
/// the proxy holds.
///
/// The process does what a line of its input says and answers with one line.
final class Crowd implements AutoCloseable {
    static final int LARGE_BYTES = 64 * 1024 * 1024;
    private static final String LARGE = "/api/v1/pop/queue/large";
    private static final int PIECE = 64 * 1024;

    private final Process process;
    private final BufferedReader says;
    private final String brokerUrl;

    private Crowd(Process process) throws IOException {
        this.process = process;
        this.says = process.inputReader(US_ASCII);
        this.brokerUrl = "http://127.0.0.1:" + says.readLine();
    }

    static Crowd start() throws IOException {
        URI location = URI.create(
                Crowd.class.getProtectionDomain().getCodeSource().getLocation().toString());
        String classes = Path.of(location).toString();
        String java = System.getProperty("java.home") + "/bin/java";
        return new Crowd(
                new ProcessBuilder(java, "-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", classes, Crowd.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    /// Never answers a poll; a pop of queue `large` it answers with 64 MiB, as fast as they are taken.
    String brokerUrl() {
        return brokerUrl;
    }

    /// So many clients poll and wait.
    void park(int clients, int port) throws IOException {
        tell("park %d %d".formatted(clients, port));
    }

    /// All of them leave in the middle.
    void leave() throws IOException {
        tell("leave");
    }

    /// So many clients begin to pop 64 MiB each and take them slowly.
    void fetch(int clients, int port) throws IOException {
        tell("fetch %d %d".formatted(clients, port));
    }

    /// Waits until all of them have taken everything.
    void awaitFetched() throws IOException {
        tell("fetched");
    }

    private void tell(String line) throws IOException {
        process.outputWriter(US_ASCII).append(line).append('\n').flush();
        String answer = says.readLine();
        if (!"done".equals(answer)) {
            throw new IOException("`%s` was answered `%s`".formatted(line, answer));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] none) throws Exception {
        new Members().serve(System.in, System.out);
    }

    /// The other process.
    private static final class Members {
        private final List<SocketChannel> parked = new ArrayList<>();
        private final List<Future<Long>> fetching = new ArrayList<>();

        void serve(InputStream in, java.io.PrintStream out) throws Exception {
            var door = new ServerSocket(0, 1_000, InetAddress.getByName("127.0.0.1"));
            Thread.ofVirtual().start(() -> accept(door));
            out.println(door.getLocalPort());
            var lines = new BufferedReader(new InputStreamReader(in, US_ASCII));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "park" -> park(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                    case "leave" -> leave();
                    case "fetch" -> fetch(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                    default -> awaitFetched();
                }
                out.println("done");
            }
        }

        private static void accept(ServerSocket door) {
            try {
                while (true) {
                    Socket socket = door.accept();
                    Thread.ofVirtual().start(() -> answer(socket));
                }
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }

        private static void answer(Socket socket) {
            try (socket) {
                byte[] head = new byte[4096];
                InputStream in = socket.getInputStream();
                for (int length = in.read(head); length > 0; length = in.read(head)) {
                    if (new String(head, 0, length, US_ASCII).contains(LARGE)) {
                        writeLarge(socket.getOutputStream());
                    }
                }
            } catch (IOException gone) {
                // the proxy has left
            }
        }

        private static void writeLarge(OutputStream out) throws IOException {
            byte[] begin = "{\"messages\":[{\"data\":\"".getBytes(US_ASCII);
            byte[] end = "\"}]}".getBytes(US_ASCII);
            out.write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                            .formatted(LARGE_BYTES))
                    .getBytes(US_ASCII));
            out.write(begin);
            byte[] piece = "x".repeat(PIECE).getBytes(US_ASCII);
            for (int left = LARGE_BYTES - begin.length - end.length; left > 0; left -= PIECE) {
                out.write(piece, 0, Math.min(left, PIECE));
            }
            out.write(end);
        }

        private static byte[] pop(String target) {
            return "GET %s HTTP/1.1\r\nHost: path.example\r\nAuthorization: Bearer %s\r\n\r\n"
                    .formatted(target, "qk_test_opens_everything")
                    .getBytes(US_ASCII);
        }

        private void park(int clients, int port) throws IOException {
            byte[] poll = pop("/api/v1/pop/queue/quiet?consumerGroup=g&wait=true&timeout=60000");
            for (int each = 0; each < clients; each++) {
                SocketChannel client = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
                parked.add(client);
                client.write(ByteBuffer.wrap(poll));
            }
        }

        private void leave() throws IOException {
            for (SocketChannel client : parked) {
                client.close();
            }
            parked.clear();
        }

        private void fetch(int clients, int port) {
            var threads = Executors.newVirtualThreadPerTaskExecutor();
            for (int each = 0; each < clients; each++) {
                Callable<Long> slowly = () -> read(port);
                fetching.add(threads.submit(slowly));
            }
        }

        private static long read(int port) throws IOException, InterruptedException {
            try (var socket = new Socket("127.0.0.1", port)) {
                socket.getOutputStream().write(pop(LARGE + "?consumerGroup=g"));
                byte[] piece = new byte[PIECE];
                long seen = 0;
                while (seen < LARGE_BYTES) {
                    int length = socket.getInputStream().read(piece);
                    if (length < 0) {
                        throw new IOException("cut after %d bytes".formatted(seen));
                    }
                    seen += length;
                    Thread.sleep(2);
                }
                return seen;
            }
        }

        private void awaitFetched() throws Exception {
            for (Future<Long> each : fetching) {
                each.get();
            }
            fetching.clear();
        }
    }
}
