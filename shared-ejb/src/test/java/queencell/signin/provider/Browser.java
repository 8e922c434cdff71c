package queencell.signin.provider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// A person's browser: it follows redirects, keeps cookies by host and path, and says of each navigation where it
/// came from. Not thread-safe.
public final class Browser {
    private static final int MOST_REDIRECTS = 10;

    private final Map<String, InetSocketAddress> servers = new HashMap<>();
    private final List<Cookie> cookies = new ArrayList<>();

    private record Cookie(String host, String path, String name, String value) {
        boolean isFor(URI url) {
            String at = url.getPath();
            boolean below =
                    at.equals(path) || at.startsWith(path) && (path.endsWith("/") || at.charAt(path.length()) == '/');
            return url.getAuthority().equals(host) && below;
        }
    }

    /// @param host as it stands in addresses; whoever answers there
    public Browser knowing(String host, InetSocketAddress server) {
        servers.put(host, server);
        return this;
    }

    /// Another browser on the same network: it has none of this one's cookies.
    public Browser another() {
        var other = new Browser();
        other.servers.putAll(servers);
        return other;
    }

    /// Goes to an address, and on to wherever it leads.
    public Visit open(String url) {
        Visit visit = step(url, "none");
        List<String> trail = new ArrayList<>(List.of(url));
        while (visit.leadsOn()) {
            if (trail.size() > MOST_REDIRECTS) {
                throw new IllegalStateException("redirected in circles: " + trail);
            }
            URI next = URI.create(visit.url()).resolve(visit.header("location"));
            boolean stays = next.getAuthority().equals(URI.create(visit.url()).getAuthority());
            visit = step(next.toString(), stays ? "same-origin" : "cross-site");
            trail.add(next.toString());
        }
        return new Visit(visit.url(), visit.status(), visit.headers(), visit.body(), trail);
    }

    /// Goes to an address and stays there.
    public Visit step(String url) {
        return step(url, "none");
    }

    /// Fetches as a script of a page at that address does.
    public Visit fetch(String method, String url, String... headers) {
        URI target = URI.create(url);
        var lines = new ArrayList<>(List.of("Sec-Fetch-Mode: cors", "Sec-Fetch-Site: same-origin", "Accept: */*"));
        if (!method.equals("GET")) {
            lines.add("Origin: http://" + target.getAuthority());
        }
        lines.addAll(List.of(headers));
        return send(method, target, lines);
    }

    /// Sends these fields and no others, as a program would, but with the cookies it keeps.
    public Visit bare(String method, String url, String... headers) {
        return send(method, URI.create(url), List.of(headers));
    }

    /// The value of a cookie that it keeps for a host; empty if there is none.
    public String cookie(String host, String name) {
        return cookies.stream()
                .filter(cookie -> cookie.host().equals(host) && cookie.name().equals(name))
                .map(Cookie::value)
                .findFirst()
                .orElse("");
    }

    /// Puts a cookie there, as a sibling host can.
    public void plant(String host, String path, String name, String value) {
        cookies.addFirst(new Cookie(host, path, name, value));
    }

    private Visit step(String url, String site) {
        return send(
                "GET",
                URI.create(url),
                List.of(
                        "Accept: text/html,application/xhtml+xml",
                        "Sec-Fetch-Mode: navigate",
                        "Sec-Fetch-Dest: document",
                        "Sec-Fetch-Site: " + site));
    }

    private Visit send(String method, URI url, List<String> headers) {
        InetSocketAddress server = servers.get(url.getAuthority());
        if (server == null) {
            throw new IllegalStateException("the browser was led to a host that is none of ours: " + url);
        }
        String target = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
        var head = new StringBuilder("%s %s HTTP/1.1\r\nHost: %s\r\n".formatted(method, target, url.getAuthority()));
        headers.forEach(line -> head.append(line).append("\r\n"));
        String jar = cookies.stream()
                .filter(cookie -> cookie.isFor(url))
                .map(cookie -> cookie.name() + "=" + cookie.value())
                .collect(Collectors.joining("; "));
        if (!jar.isEmpty()) {
            head.append("Cookie: ").append(jar).append("\r\n");
        }
        head.append("Content-Length: 0\r\nConnection: close\r\n\r\n");
        try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            return parsed(url, new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(url.toString(), failed);
        }
    }

    private Visit parsed(URI url, String text) {
        int end = text.indexOf("\r\n\r\n");
        String[] lines = text.substring(0, end).split("\r\n");
        Map<String, List<String>> fields = new HashMap<>();
        for (int at = 1; at < lines.length; at++) {
            int colon = lines[at].indexOf(':');
            fields.computeIfAbsent(lines[at].substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(lines[at].substring(colon + 1).strip());
        }
        fields.getOrDefault("set-cookie", List.of()).forEach(line -> keep(url, line));
        return new Visit(
                url.toString(),
                Integer.parseInt(lines[0].split(" ")[1]),
                fields,
                text.substring(end + 4),
                List.of(url.toString()));
    }

    private void keep(URI url, String line) {
        Map<String, String> attributes = new HashMap<>();
        String[] parts = line.split(";");
        for (int at = 1; at < parts.length; at++) {
            String[] pair = parts[at].strip().split("=", 2);
            attributes.put(pair[0].toLowerCase(Locale.ROOT), pair.length < 2 ? "" : pair[1]);
        }
        String[] named = parts[0].split("=", 2);
        var cookie = new Cookie(url.getAuthority(), attributes.getOrDefault("path", "/"), named[0], named[1]);
        cookies.removeIf(old -> old.host().equals(cookie.host())
                && old.path().equals(cookie.path())
                && old.name().equals(cookie.name()));
        if (!"0".equals(attributes.get("max-age"))) {
            cookies.add(cookie);
        }
    }
}
