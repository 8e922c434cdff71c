package queencell.bench.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// One connection that sends requests and reads answers, for what wrk cannot do: waits of a minute, bodies of many
/// megabytes. One thread.
final class PlainSocket implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    /// @param length bytes of the body, which was read and thrown away
    record Answer(int status, long length) {}

    PlainSocket(URI server) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
    }

    void get(String target, Map<String, String> headers) throws IOException {
        send(head("GET", target, headers) + "\r\n");
    }

    /// @param body ASCII
    void post(String target, Map<String, String> headers, String body) throws IOException {
        send(head("POST", target, headers) + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static String head(String method, String target, Map<String, String> headers) {
        var head = new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.toString();
    }

    private void send(String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    Answer read() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        long length = 0;
        for (String field = line(); !field.isEmpty(); field = line()) {
            if (field.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Long.parseLong(
                        field.substring("content-length:".length()).strip());
            }
        }
        byte[] piece = new byte[64 * 1024];
        long left = length;
        while (left > 0) {
            int read = in.read(piece, 0, (int) Math.min(piece.length, left));
            if (read < 0) {
                throw new IOException("the answer ends %d bytes early".formatted(left));
            }
            left -= read;
        }
        return new Answer(status, length);
    }

    private String line() throws IOException {
        return lineOf(in);
    }

    /// One line of a head, without its end.
    static String lineOf(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection ended");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
