package queencell.bench.gate;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One kept-alive HTTP/1.1 connection that costs as little as possible: bytes out, bytes in, nothing parsed but the
/// length. One thread.
final class Wire implements AutoCloseable {
    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;
    private final byte[] host;
    private byte[] buffer = new byte[256 * 1024];
    private int bodyFrom;
    private int bodyTo;
    private int status;

    private Wire(Socket socket, URI server) throws IOException {
        this.socket = socket;
        this.out = socket.getOutputStream();
        this.in = socket.getInputStream();
        this.host = (" HTTP/1.1\r\nHost: " + server.getRawAuthority() + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    static Wire to(URI server) {
        try {
            var socket = new Socket(server.getHost(), server.getPort());
            socket.setTcpNoDelay(true);
            return new Wire(socket, server);
        } catch (IOException refused) {
            throw new UncheckedIOException("no connection to " + server, refused);
        }
    }

    /// Sends a request and reads its answer.
    ///
    /// @return the status
    int exchange(String method, String target, byte[] body, int length) {
        try {
            var head = new Bytes(256);
            head.add(method).add(" ").add(target).add(host, 0, host.length);
            if (length > 0) {
                head.add("Content-Type: application/json\r\nContent-Length: ")
                        .add(Integer.toString(length))
                        .add("\r\n");
            }
            head.add("\r\n").add(body, 0, length);
            out.write(head.array(), 0, head.length());
            read();
            return status;
        } catch (IOException broken) {
            throw new UncheckedIOException("%s %s broke".formatted(method, target), broken);
        }
    }

    private void read() throws IOException {
        int have = 0;
        int headEnd = -1;
        while (headEnd < 0) {
            int some = in.read(buffer, have, buffer.length - have);
            if (some < 0) {
                throw new EOFException("closed inside an answer");
            }
            headEnd = Scan.find(buffer, Math.max(0, have - 3), have + some, Scan.HEAD_END);
            have += some;
        }
        status = (buffer[9] - '0') * 100 + (buffer[10] - '0') * 10 + buffer[11] - '0';
        int at = Scan.findIgnoringCase(buffer, 0, headEnd, Scan.CONTENT_LENGTH);
        int length = 0;
        for (int i = at; at > 0 && i < headEnd && buffer[i] != '\r'; i++) {
            length = buffer[i] == ' ' ? length : length * 10 + buffer[i] - '0';
        }
        bodyFrom = headEnd + 4;
        bodyTo = bodyFrom + length;
        if (bodyTo > buffer.length) {
            buffer = Arrays.copyOf(buffer, bodyTo * 2);
        }
        while (have < bodyTo) {
            int some = in.read(buffer, have, bodyTo - have);
            if (some < 0) {
                throw new EOFException("closed inside a body");
            }
            have += some;
        }
    }

    /// Where the last answer lies, until the next one.
    byte[] bytes() {
        return buffer;
    }

    int bodyFrom() {
        return bodyFrom;
    }

    int bodyTo() {
        return bodyTo;
    }

    String text() {
        return new String(buffer, bodyFrom, bodyTo - bodyFrom, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            throw new UncheckedIOException("a connection cannot be closed", gone);
        }
    }
}
