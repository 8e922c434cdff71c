package queencell.signin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;

/// Google and GitHub on this machine: answers what a test tells it to, and keeps what it was asked.
public final class FakeProvider implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    public final List<Map<String, String>> exchanges = new CopyOnWriteArrayList<>();
    public final List<String> asked = new CopyOnWriteArrayList<>();
    /// The client's port of every request, by which connections are told apart.
    public final List<Integer> connections = new CopyOnWriteArrayList<>();
    public PublicJsonWebKey key = key("k1");

    public record Answer(int status, String body) {}

    public FakeProvider() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        publish(key);
    }

    public String base() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public void on(String path, int status, String body) {
        answers.put(path, new Answer(status, body));
    }

    public void publish(PublicJsonWebKey... keys) {
        on(
                "/google/oauth2/v3/certs",
                200,
                List.of(keys).stream()
                        .map(each -> each.toJson(JsonWebKey.OutputControlLevel.PUBLIC_ONLY))
                        .collect(java.util.stream.Collectors.joining(",", "{\"keys\":[", "]}")));
    }

    /// Google's answer to the next exchange.
    public void idToken(Map<String, Object> claims) {
        on(
                "/google/token",
                200,
                "{\"id_token\":\"" + signed(claims, key, AlgorithmIdentifiers.RSA_USING_SHA256) + "\"}");
    }

    public static String signed(Map<String, Object> claims, JsonWebKey key, String algorithm) {
        var jwt = new JwtClaims();
        claims.forEach(jwt::setClaim);
        var jws = new JsonWebSignature();
        jws.setPayload(jwt.toJson());
        jws.setAlgorithmHeaderValue(algorithm);
        jws.setKeyIdHeaderValue(key.getKeyId());
        jws.setKey(key instanceof PublicJsonWebKey pair ? pair.getPrivateKey() : key.getKey());
        try {
            return jws.getCompactSerialization();
        } catch (JoseException failed) {
            throw new IllegalStateException(failed);
        }
    }

    public static PublicJsonWebKey key(String kid) {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            var pair = generator.generateKeyPair();
            PublicJsonWebKey key = PublicJsonWebKey.Factory.newPublicJwk(pair.getPublic());
            key.setPrivateKey(pair.getPrivate());
            key.setKeyId(kid);
            return key;
        } catch (GeneralSecurityException | JoseException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            asked.add(path);
            connections.add(exchange.getRemoteAddress().getPort());
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (exchange.getRequestMethod().equals("POST")) {
                exchanges.add(form(body));
            }
            Answer answer = answers.getOrDefault(path, new Answer(404, "{}"));
            if (answer.status() / 100 == 3) {
                exchange.getResponseHeaders().set("Location", base() + "/elsewhere");
            }
            // 0 closes without an answer
            if (answer.status() > 0) {
                byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(answer.status(), bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    private static Map<String, String> form(String body) {
        Map<String, String> fields = new HashMap<>();
        for (String pair : body.split("&")) {
            int equals = pair.indexOf('=');
            fields.put(
                    pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return fields;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
