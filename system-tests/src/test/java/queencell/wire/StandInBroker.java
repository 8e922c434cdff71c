package queencell.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A server in the place of a broker: remembers every request byte for byte and answers what the test says.
///
/// For what no real broker can show: what exactly was forwarded, and how the proxy takes silence or a strange answer.
public final class StandInBroker implements AutoCloseable {

    /// What the proxy asks by itself, for its registry and to compare its counts, and what it hears.
    private static final Map<String, String> OWN = Map.of(
            "/api/v1/resources/queues?stats=cached", "{\"queues\":[]}",
            "/api/v1/analytics/queue-ops?", "{\"queues\":[],\"series\":[]}");

    private static final byte[] SILENCE = {};

    private final ServerSocket door;
    private final List<SeenRequest> seen = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile Function<SeenRequest, byte[]> answers = request -> response(200, "{}");

    private StandInBroker(ServerSocket door) {
        this.door = door;
    }

    public static StandInBroker start() {
        try {
            var broker = new StandInBroker(new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().start(broker::accept);
            return broker;
        } catch (IOException taken) {
            throw new UncheckedIOException("no port for a stand-in broker", taken);
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + door.getLocalPort());
    }

    /// From now on every request gets this answer.
    public StandInBroker answer(int status, String json) {
        return answer(request -> response(status, json));
    }

    /// From now on the answer's bytes are made by the test; none at all keep the proxy waiting.
    public StandInBroker answer(Function<SeenRequest, byte[]> answer) {
        answers = answer;
        return this;
    }

    /// From now on requests are read and never answered.
    public StandInBroker silent() {
        return answer(request -> SILENCE);
    }

    public static byte[] response(int status, String json) {
        return response(status, json, "");
    }

    private static byte[] response(int status, String json, String fields) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 %d Said\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n"
                .formatted(status, fields, body.length);
        var all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(body);
        return all.toByteArray();
    }

    /// What clients sent through the proxy, oldest first.
    public List<SeenRequest> seen() {
        return List.copyOf(seen);
    }

    /// The only request there was.
    public SeenRequest only() {
        if (seen.size() != 1) {
            throw new AssertionError("expected one request at the broker, saw " + seen);
        }
        return seen.getFirst();
    }

    public void forget() {
        seen.clear();
    }

    public int openConnections() {
        return open.size();
    }

    @Override
    public void close() {
        try {
            door.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket socket = door.accept();
                open.add(socket);
                if (door.isClosed()) {
                    // closed between the two lines above, when nobody looked for this one
                    socket.close();
                }
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException _) {
                // closed: the loop ends
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream());
            while (true) {
                SeenRequest request = read(in);
                Optional<byte[]> own = ownAnswer(request);
                if (own.isPresent()) {
                    // and no more of it: connections that are open are a tenant's
                    socket.getOutputStream().write(own.get());
                    return;
                }
                seen.add(request);
                socket.getOutputStream().write(answers.apply(request));
                socket.getOutputStream().flush();
            }
        } catch (IOException _) {
            // the proxy ended the connection
        } finally {
            open.remove(socket);
        }
    }

    /// What the proxy asks for itself has no request id.
    private static Optional<byte[]> ownAnswer(SeenRequest request) {
        if (!request.all("x-queen-request-id").isEmpty()) {
            return Optional.empty();
        }
        return OWN.entrySet().stream()
                .filter(own -> request.target().startsWith(own.getKey()))
                .map(own -> response(200, own.getValue(), "Connection: close\r\n"))
                .findAny();
    }

    private static SeenRequest read(InputStream in) throws IOException {
        String first = line(in);
        var fields = new ArrayList<String>();
        int length = 0;
        boolean chunked = false;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            fields.add(field);
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            }
            chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
        }
        return new SeenRequest(first, fields, chunked ? chunks(in) : in.readNBytes(length));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var whole = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(in), 16); size > 0; size = Integer.parseInt(line(in), 16)) {
            whole.writeBytes(in.readNBytes(size));
            line(in);
        }
        line(in);
        return whole.toByteArray();
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("ended");
            }
            line.write(next);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
