package queencell.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;

/// A connection to a server: writes any bytes, reads answers framed by length, by chunks or by the end.
/// One thread at a time.
public final class Connection implements AutoCloseable {

    /// Longer than the longest poll of any suite.
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private final Socket socket;
    private final InputStream in;

    private Connection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    public static Connection to(URI server) throws IOException {
        return new Connection(open(server));
    }

    /// An encrypted one.
    ///
    /// @param trust says which certificates the server may show
    public static Connection to(URI server, SSLContext trust) throws IOException {
        Socket plain = open(server);
        return new Connection(trust.getSocketFactory().createSocket(plain, server.getHost(), server.getPort(), true));
    }

    private static Socket open(URI server) throws IOException {
        var socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), 5_000);
        return socket;
    }

    public void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /// Reads one final answer; interim ones (1xx) are passed over.
    ///
    /// @param method of the request: the answer to HEAD has no body, whatever its headers say
    public Answer read(String method) throws IOException {
        while (true) {
            String[] statusLine = line().split(" ", 3);
            if (statusLine.length < 2 || !statusLine[0].startsWith("HTTP/1.")) {
                throw new IOException("no HTTP/1.1 answer: " + String.join(" ", statusLine));
            }
            int status = Integer.parseInt(statusLine[1]);
            Map<String, List<String>> headers = headers();
            if (status >= 200) {
                boolean bodiless = method.equals("HEAD") || status == 204 || status == 304;
                return new Answer(status, headers, bodiless ? new byte[0] : body(headers));
            }
        }
    }

    /// Reads one head as text, interim ones too, and nothing of a body.
    public String readHead() throws IOException {
        var head = new StringBuilder();
        for (String line = line(); !line.isEmpty(); line = line()) {
            head.append(line).append('\n');
        }
        return head.toString();
    }

    /// Whether the server has ended the connection, waiting at most this long for it.
    public boolean endedWithin(Duration patience) throws IOException {
        socket.setSoTimeout((int) patience.toMillis());
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (SocketException _) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private Map<String, List<String>> headers() throws IOException {
        var headers = new TreeMap<String, List<String>>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("no header line: " + line);
            }
            headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return headers;
    }

    private byte[] body(Map<String, List<String>> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", List.of()).contains("chunked")) {
            return chunks();
        }
        List<String> length = headers.get("content-length");
        if (length == null) {
            return in.readAllBytes();
        }
        return exactly(Integer.parseInt(length.getFirst()));
    }

    private byte[] chunks() throws IOException {
        var whole = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line().split(";")[0].strip(), 16);
            if (size == 0) {
                headers();
                return whole.toByteArray();
            }
            whole.write(exactly(size));
            line();
        }
    }

    private byte[] exactly(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("body ended after %d of %d bytes".formatted(bytes.length, count));
        }
        return bytes;
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended inside a head, after: " + line);
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).replaceAll("\r$", "");
    }
}
