package queencell.proxy.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One request, written byte by byte: nothing is repaired on the way.
public final class Request {
    private final InetSocketAddress server;
    private final String line;
    private final List<String> headers = new ArrayList<>();
    private byte[] body = new byte[0];
    private String host = "acme.test";

    Request(InetSocketAddress server, String line) {
        this.server = server;
        this.line = line;
    }

    public Request host(String name) {
        host = name;
        return this;
    }

    public Request header(String name, String value) {
        headers.add(name + ": " + value);
        return this;
    }

    public Request cookie(String token) {
        return header("Cookie", "queen_session=" + token);
    }

    public Request bearer(String token) {
        return header("Authorization", "Bearer " + token);
    }

    /// As a page of our own sends it.
    public Request fromOwnPage() {
        return header("Origin", "http://" + host);
    }

    public Request json(String text) {
        return body("application/json", text);
    }

    public Request body(String type, String text) {
        body = text.getBytes(StandardCharsets.UTF_8);
        return type.isEmpty() ? this : header("Content-Type", type);
    }

    /// @param fields name, value, name, value, …
    public Request form(String... fields) {
        var text = new StringBuilder();
        for (int at = 0; at < fields.length; at += 2) {
            text.append(at == 0 ? "" : "&")
                    .append(fields[at])
                    .append('=')
                    .append(URLEncoder.encode(fields[at + 1], StandardCharsets.UTF_8));
        }
        return body("application/x-www-form-urlencoded", text.toString());
    }

    public Answer send() {
        try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
            var head = new StringBuilder(line)
                    .append(" HTTP/1.1\r\nHost: ")
                    .append(host)
                    .append("\r\n");
            headers.forEach(field -> head.append(field).append("\r\n"));
            head.append("Content-Length: ").append(body.length).append("\r\nConnection: close\r\n\r\n");
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(body);
            Answer answer = parse(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            ApiWitness.saw(line, answer);
            return answer;
        } catch (IOException failed) {
            throw new UncheckedIOException(line, failed);
        }
    }

    private static Answer parse(String text) {
        int end = text.indexOf("\r\n\r\n");
        String[] lines = text.substring(0, end).split("\r\n");
        Map<String, List<String>> fields = new HashMap<>();
        for (int at = 1; at < lines.length; at++) {
            int colon = lines[at].indexOf(':');
            fields.computeIfAbsent(lines[at].substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(lines[at].substring(colon + 1).strip());
        }
        return new Answer(Integer.parseInt(lines[0].split(" ")[1]), fields, text.substring(end + 4));
    }
}
