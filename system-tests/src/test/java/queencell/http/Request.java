package queencell.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One HTTP/1.1 request, written exactly as told: any `Host`, any target, any header, twice if wanted. The JDK's client
/// allows none of that.
public final class Request {

    private final URI server;
    private final String method;
    private final String target;
    private final List<String> headers = new ArrayList<>();
    private String host;
    private byte[] body;
    private Witness witness = (method, target, answer) -> {};

    /// Hears of every answer, and may fail the test that asked.
    @FunctionalInterface
    public interface Witness {
        void saw(String method, String target, Answer answer);
    }

    private Request(URI server, String method, String target) {
        this.server = server;
        this.method = method;
        this.target = target;
        this.host = server.getRawAuthority();
    }

    /// @param server where to connect to
    /// @param target as it stands in the request line, unchecked
    public static Request to(URI server, String method, String target) {
        return new Request(server, method, target);
    }

    /// Names a tenant by its host, whatever address is connected to.
    public Request host(String name) {
        this.host = name;
        return this;
    }

    public Request before(Witness one) {
        this.witness = one;
        return this;
    }

    public Request header(String name, String value) {
        headers.add(name + ": " + value);
        return this;
    }

    public Request bearer(String key) {
        return header("Authorization", "Bearer " + key);
    }

    public Request json(String text) {
        header("Content-Type", "application/json");
        return body(text.getBytes(StandardCharsets.UTF_8));
    }

    public Request body(byte[] bytes) {
        this.body = bytes.clone();
        return this;
    }

    /// Sends it on a connection of its own and waits for the answer.
    public Answer send() {
        try (var connection = Connection.to(server)) {
            connection.write(bytes());
            Answer answer = connection.read(method);
            witness.saw(method, target, answer);
            return answer;
        } catch (IOException broken) {
            throw new UncheckedIOException("%s %s at %s: %s".formatted(method, target, server, broken), broken);
        }
    }

    /// The request as bytes, for tests that cut or repeat it.
    public byte[] bytes() {
        var head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n");
        headers.forEach(line -> head.append(line).append("\r\n"));
        if (body != null) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        int length = body == null ? 0 : body.length;
        byte[] all = new byte[start.length + length];
        System.arraycopy(start, 0, all, 0, start.length);
        if (length > 0) {
            System.arraycopy(body, 0, all, start.length, length);
        }
        return all;
    }
}
