package queencell.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// One connection to a broker, used by one call at a time.
final class Connection {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final OutputStream secureOut;
    private final AnswerReader answers;
    private final JsonBuffer head = new JsonBuffer(512);
    private final ByteBuffer probe = ByteBuffer.allocate(1);
    private boolean anythingSent;
    private long idleSince;

    private Connection(SocketChannel channel, AnswerReader.Source source, OutputStream secureOut) {
        this.channel = channel;
        this.secureOut = secureOut;
        answers = new AnswerReader(source);
    }

    static Connection plain(SocketChannel channel) {
        return new Connection(
                channel, (bytes, offset, length) -> channel.read(ByteBuffer.wrap(bytes, offset, length)), null);
    }

    /// Shakes hands and checks that the certificate names `host`.
    static Connection secure(SocketChannel channel, SSLSocketFactory tls, String host) throws IOException {
        var socket = (SSLSocket)
                tls.createSocket(channel.socket(), host, channel.socket().getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        InputStream in = socket.getInputStream();
        return new Connection(channel, in::read, socket.getOutputStream());
    }

    SocketChannel channel() {
        return channel;
    }

    /// False when the other side has closed, or said something unasked, while nobody was using the
    /// connection.
    boolean alive() {
        try {
            channel.configureBlocking(false);
            probe.clear();
            boolean silent = channel.read(probe) == 0;
            channel.configureBlocking(true);
            return silent;
        } catch (IOException dead) {
            return false;
        }
    }

    void send(Transport.Request request) throws IOException {
        anythingSent = false;
        writeHead(request);
        ByteBuffer first = head.view();
        ByteBuffer second = request.body() == null ? NOTHING : request.body().view();
        if (secureOut != null) {
            // how much of a record went out before a fault cannot be known
            anythingSent = true;
            secureOut.write(first.array(), 0, first.remaining());
            secureOut.write(second.array(), 0, second.remaining());
            secureOut.flush();
            return;
        }
        var both = new ByteBuffer[] {first, second};
        while (first.hasRemaining() || second.hasRemaining()) {
            anythingSent |= channel.write(both) > 0;
        }
    }

    private void writeHead(Transport.Request request) {
        URI base = request.base();
        head.cut(0);
        head.ascii(request.method()).ascii(" ");
        head.ascii(base.getRawPath()).ascii(request.target()).ascii(" HTTP/1.1\r\nHost: ");
        head.ascii(request.virtualHost().isEmpty() ? base.getRawAuthority() : request.virtualHost());
        head.ascii("\r\nAccept: application/json\r\n");
        if (!request.credentials().token().isEmpty()) {
            head.ascii("Authorization: Bearer ")
                    .ascii(request.credentials().token())
                    .ascii("\r\n");
        }
        if (!request.credentials().tenant().isEmpty()) {
            head.ascii("x-queen-tenant: ").ascii(request.credentials().tenant()).ascii("\r\n");
        }
        if (request.body() != null) {
            head.ascii("Content-Type: application/json\r\nContent-Length: ");
            head.number(request.body().length()).ascii("\r\n");
        }
        head.ascii("\r\n");
    }

    RawAnswer receive(Transport.Request request) throws IOException {
        return answers.read(request.longestAnswer());
    }

    /// True when a byte of the last request left this process.
    boolean anythingSent() {
        return anythingSent;
    }

    /// True when at least one byte of the last request's answer was read.
    boolean answering() {
        return answers.began();
    }

    long idleSince() {
        return idleSince;
    }

    void idleSince(long nanos) {
        idleSince = nanos;
    }

    void close() {
        closeQuietly(channel);
    }

    static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            // nothing is left to do with it
            return;
        }
    }
}
