package queencell.listener;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Speaks HTTP as bytes on a socket, so that a test can send what no client library would. Text is ISO-8859-1.
final class RawClient implements AutoCloseable {

    /// One answer, read by its framing.
    record Answer(int status, Map<String, String> fields, String body) {
        String field(String name) {
            return fields.get(name.toLowerCase(Locale.ROOT));
        }
    }

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    RawClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(10_000);
        socket.setTcpNoDelay(true);
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    static RawClient to(InetSocketAddress address) throws IOException {
        return new RawClient(new Socket("127.0.0.1", address.getPort()));
    }

    /// A client whose receive buffer is small, so that it can stop taking answers.
    static RawClient slowReader(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress("127.0.0.1", address.getPort()));
        return new RawClient(socket);
    }

    Socket socket() {
        return socket;
    }

    RawClient send(String text) {
        try {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Reads an answer to a request other than HEAD.
    Answer answer() throws IOException {
        return answer(false);
    }

    Answer answer(boolean headRequest) throws IOException {
        String statusLine = line();
        if (!statusLine.startsWith("HTTP/1.1 ")) {
            throw new IOException("no status line: `" + statusLine + "`");
        }
        int status = Integer.parseInt(statusLine.substring(9, 12));
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            fields.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (a, b) -> a + ", " + b);
        }
        if (headRequest || status < 200 || status == 204 || status == 304) {
            return new Answer(status, fields, "");
        }
        if ("chunked".equals(fields.get("transfer-encoding"))) {
            return new Answer(status, fields, chunks());
        }
        String length = fields.get("content-length");
        return new Answer(status, fields, length == null ? rest() : text(Integer.parseInt(length)));
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        while (true) {
            int size = Integer.parseInt(line(), 16);
            body.append(text(size));
            if (!line().isEmpty()) {
                throw new IOException("a chunk does not end where it said");
            }
            if (size == 0) {
                return body.toString();
            }
        }
    }

    String text(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("ended after %d of %d bytes".formatted(bytes.length, length));
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /// Everything until the server closes its side.
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /// Whether the server ended the connection, by FIN or reset, with nothing more sent.
    boolean closed() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException _) {
            return true;
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("ended within a line: `" + line + "`");
            }
            if (b == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            line.write(b);
        }
    }

    /// Ends with a reset instead of a FIN.
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
