package queencell.signin.provider;

import com.nimbusds.common.contenttype.ContentType;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Serves both providers under the paths of `ProviderAddresses.under`, on loopback. It notes which addresses were
/// asked.
public final class ProviderServer implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final GoogleSite google = new GoogleSite();
    private final GithubSite github = new GithubSite();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile boolean away;

    private record Reply(int status, String type, String location, String body) {
        static Reply json(String body) {
            return new Reply(200, "application/json", "", body);
        }

        static Reply of(HTTPResponse response) {
            return new Reply(response.getStatusCode(), "application/json", "", response.getBody());
        }
    }

    public ProviderServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public GoogleSite google() {
        return google;
    }

    public GithubSite github() {
        return github;
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    public String base() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// Paths, in order.
    public List<String> asked() {
        return asked;
    }

    /// While it is away, it answers 503 to everybody.
    public void away(boolean now) {
        away = now;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            asked.add(exchange.getRequestURI().getPath());
            Reply reply = away ? new Reply(503, "text/html", "", "<h1>503</h1>") : reply(exchange);
            exchange.getResponseHeaders().set("Content-Type", reply.type());
            if (!reply.location().isEmpty()) {
                exchange.getResponseHeaders().set("Location", reply.location());
            }
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Reply reply(HttpExchange exchange) throws IOException {
        HTTPRequest request = read(exchange);
        URI target = URI.create(base() + exchange.getRequestURI());
        try {
            return switch (target.getPath()) {
                case "/google/o/oauth2/v2/auth" -> goingTo(google.agree(target));
                case "/google/token" -> Reply.of(google.token(request));
                case "/google/oauth2/v3/certs" -> Reply.json(google.keys());
                case "/github/login/oauth/authorize" -> goingTo(github.agree(target));
                case "/github/login/oauth/access_token" -> Reply.of(github.token(request));
                case "/github/user" -> Reply.json(github.user(request));
                case "/github/user/emails" -> Reply.json(github.emails(request));
                default -> new Reply(404, "text/html", "", "<h1>404</h1>");
            };
        } catch (GeneralException refused) {
            return new Reply(400, "text/html", "", "<h1>Error 400: " + refused.getMessage() + "</h1>");
        }
    }

    private static Reply goingTo(URI location) {
        return new Reply(302, "text/html", location.toString(), "");
    }

    private HTTPRequest read(HttpExchange exchange) throws IOException {
        var request = new HTTPRequest(
                HTTPRequest.Method.valueOf(exchange.getRequestMethod()), URI.create(base() + exchange.getRequestURI()));
        try {
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            if (type != null) {
                request.setEntityContentType(ContentType.parse(type));
            }
        } catch (java.text.ParseException unreadable) {
            throw new IOException(unreadable);
        }
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (authorization != null) {
            request.setAuthorization(authorization);
        }
        request.setBody(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        return request;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
