package queencell.proxy.pipeline;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// One request over one connection, every byte as given: no client of the JDK lets a test name its own `Host`.
final class WireClient implements AutoCloseable {
    private final Socket socket;

    record Answer(int status, Map<String, String> headers, String body) {
        String code() {
            int at = body.indexOf("\"code\":\"");
            return at < 0 ? "" : body.substring(at + 8, body.indexOf('"', at + 8));
        }
    }

    WireClient(InetSocketAddress address) throws IOException {
        socket = new Socket("127.0.0.1", address.getPort());
        socket.setSoTimeout(20_000);
    }

    /// @param lines `METHOD target`, then header lines
    static String head(String... lines) {
        var head = new StringBuilder(lines[0]).append(" HTTP/1.1\n");
        for (int at = 1; at < lines.length; at++) {
            head.append(lines[at]).append('\n');
        }
        return head.toString();
    }

    void send(String head, String body) throws IOException {
        String length =
                body.isEmpty() ? "" : "Content-Length: %d\r\n".formatted(body.getBytes(StandardCharsets.UTF_8).length);
        String request = head.replace("\n", "\r\n") + length + "\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    }

    /// More of what was begun.
    void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    Answer read() throws IOException {
        Answer head = readHead();
        int length = Integer.parseInt(head.headers().getOrDefault("Content-Length", "0"));
        String body = new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
        return new Answer(head.status(), head.headers(), body);
    }

    /// The answer without its body, which is left where it is.
    Answer readHead() throws IOException {
        InputStream in = socket.getInputStream();
        String statusLine = line(in);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        return new Answer(Integer.parseInt(statusLine.split(" ")[1]), headers, "");
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection ended in the middle of an answer");
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
