package queencell.proxy.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// Nobody but a live operator learns that there is a surface for operators (proxy console, 10).
class HiddenOperatorIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final People ACME = People.of("acme-hidden");
    private static final String OPERATOR = ACME.asOperator(ACME.add("operator", "none"));
    private static WebPlane plane;

    @BeforeAll
    static void open() {
        plane = new WebPlane(Map.of("QUEEN_PROXY_OPERATOR_ENABLED", "true"));
    }

    @AfterAll
    static void close() {
        plane.close();
    }

    @Test
    void everybody_else_gets_one_answer_for_every_path_and_method() {
        String key = ACME.key("qk_test_" + "o".repeat(43), "admin");
        List<Answer> answers = new ArrayList<>();
        for (String line : List.of(
                "GET /users",
                "POST /users",
                "DELETE /users",
                "OPTIONS /users",
                "GET /nothing",
                "GET /users|",
                "GET /users/%zz",
                "PUT /users/x/roles/y")) {
            String[] parts = line.split(" ");
            answers.add(plane.request(parts[0], "/api/operator" + parts[1])
                    .host(ACME.host())
                    .send());
            answers.add(plane.request(parts[0], "/api/operator" + parts[1])
                    .host("nobody.test")
                    .send());
            answers.add(plane.request(parts[0], "/api/operator" + parts[1])
                    .host(ACME.host())
                    .bearer(key)
                    .send());
            answers.add(plane.request(parts[0], "/api/operator" + parts[1])
                    .host(ACME.host())
                    .bearer("nonsense")
                    .send());
            answers.add(plane.request(parts[0], "/api/operator" + parts[1])
                    .host(ACME.host())
                    .bearer(plane.sessionOf(ACME.admin()))
                    .json("{")
                    .send());
        }
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("route_blocked");
            assertThat(answer.body()).isEqualTo(answers.getFirst().body());
            assertThat(answer.headers().keySet())
                    .isEqualTo(answers.getFirst().headers().keySet());
        });
    }

    @Test
    void with_the_switch_off_an_operator_is_nobody_and_nothing_is_looked_up() throws SQLException {
        String hidden =
                plane.get("/api/operator/users").host(ACME.host()).send().body();
        try (var off = new WebPlane(Map.of())) {
            String session = off.sessionOf(OPERATOR);
            // whoever looks somebody up waits for these
            try (Connection other = SERVER.shared().pool().getConnection()) {
                other.setAutoCommit(false);
                other.createStatement()
                        .execute("lock table queen_proxy.users, queen_proxy.revoked_tokens, queen_proxy.clusters,"
                                + " queen_proxy.cluster_roles in access exclusive mode");
                Request asked = off.get("/api/operator/users").host(ACME.host()).bearer(session);
                assertThat(CompletableFuture.supplyAsync(asked::send))
                        .succeedsWithin(Duration.ofSeconds(5))
                        .satisfies(answer -> {
                            assertThat(answer.status()).isEqualTo(404);
                            assertThat(answer.body()).isEqualTo(hidden);
                        });
                other.rollback();
            }
        }
    }

    /// Whoever is told that a body is too large, or is waited for until it is whole, knows that somebody reads it.
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 2000000", "Content-Length: 10", "Transfer-Encoding: chunked"})
    void nobody_elses_body_is_read(String framing) throws IOException {
        String session = plane.sessionOf(ACME.admin());
        try (var off = new WebPlane(Map.of())) {
            for (WebPlane each : List.of(plane, off)) {
                String hidden = withoutBody(each, framing, session);
                assertThat(hidden).startsWith("HTTP/1.1 404 ").endsWith(body(each));
            }
        }
    }

    private static String body(WebPlane on) {
        return on.get("/api/operator/nothing").host(ACME.host()).send().body();
    }

    /// The answer to a head whose body never comes.
    private static String withoutBody(WebPlane on, String framing, String session) throws IOException {
        try (Socket socket = new Socket(on.address().getAddress(), on.address().getPort())) {
            socket.getOutputStream()
                    .write(
                            "POST /api/operator/users HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n%s\r\nConnection: close\r\n\r\n"
                                    .formatted(ACME.host(), session, framing)
                                    .getBytes(StandardCharsets.ISO_8859_1));
            var answer = new StringBuilder();
            byte[] piece = new byte[4096];
            while (answer.indexOf("}") < 0) {
                int length = socket.getInputStream().read(piece);
                if (length < 0) {
                    break;
                }
                answer.append(new String(piece, 0, length, StandardCharsets.UTF_8));
            }
            return answer.toString();
        }
    }

    @Test
    void the_body_of_an_operator_is_read_and_one_that_is_too_large_is_told() throws IOException {
        String session = plane.sessionOf(OPERATOR);
        assertThat(withoutBody(plane, "Content-Length: 2000000", session))
                .startsWith("HTTP/1.1 413 ")
                .contains("payload_too_large");
        String user = "/api/operator/users/" + ACME.idOf(OPERATOR);
        assertThat(plane.request("PATCH", user)
                        .host(ACME.host())
                        .bearer(session)
                        .json("{\"name\":\"%s\"}".formatted("Grace"))
                        .send()
                        .json()
                        .path("name")
                        .asText())
                .isEqualTo("Grace");
    }

    /// Operators count as one holder of the memory for bodies (pipeline, 13).
    @Test
    void an_operator_whose_body_finds_no_room_must_be_told_when_to_come_again() {
        try (var small =
                new WebPlane(Map.of("QUEEN_PROXY_OPERATOR_ENABLED", "true", "QUEEN_EDGE_BODY_MEMORY_BYTES", "1000"))) {
            Answer refused = small.post("/api/operator/users")
                    .host(ACME.host())
                    .bearer(small.sessionOf(OPERATOR))
                    .json("{\"name\":\"%s\"}".formatted("x".repeat(1000)))
                    .send();
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.code()).isEqualTo("rate_limited");
            assertThat(refused.header("retry-after")).isEqualTo("1");
        }
    }

    @Test
    void a_stranger_who_floods_it_or_comes_from_a_foreign_page_hears_the_same_as_ever() {
        try (var limited = new WebPlane(Map.of(
                "QUEEN_PROXY_OPERATOR_ENABLED", "true",
                "QUEEN_EDGE_WEB_RPS_PER_IP", "1",
                "QUEEN_EDGE_WEB_BURST_PER_IP", "2"))) {
            List<Answer> answers = new ArrayList<>();
            for (int time = 0; time < 6; time++) {
                answers.add(limited.post("/api/operator/users")
                        .host(ACME.host())
                        .header("Origin", "https://evil.example")
                        .cookie(limited.sessionOf(ACME.admin()))
                        .json("{}")
                        .send());
            }
            assertThat(answers).allSatisfy(answer -> {
                assertThat(answer.code()).isEqualTo("route_blocked");
                assertThat(answer.headers()).doesNotContainKeys("cache-control", "vary", "retry-after");
            });
        }
    }

    @Test
    void an_operator_is_held_to_what_holds_for_everybody() {
        String session = plane.sessionOf(OPERATOR);
        assertThat(plane.post("/api/operator/users")
                        .host(ACME.host())
                        .header("Origin", "https://evil.example")
                        .cookie(session)
                        .json("{}")
                        .send()
                        .code())
                .isEqualTo("csrf_rejected");
        assertThat(plane.get("/api/operator/users")
                        .host(ACME.host())
                        .cookie(session)
                        .send()
                        .header("cache-control"))
                .isEqualTo("no-store");
        try (var limited = new WebPlane(Map.of(
                "QUEEN_PROXY_OPERATOR_ENABLED", "true",
                "QUEEN_EDGE_WEB_RPS_PER_IP", "1",
                "QUEEN_EDGE_WEB_BURST_PER_IP", "2"))) {
            // a slow machine earns a token back between two requests
            await().atMost(Duration.ofMinutes(1))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> limited.get("/api/operator/users")
                                    .host(ACME.host())
                                    .bearer(limited.sessionOf(OPERATOR))
                                    .send()
                                    .status()
                            == 429);
        }
    }
}
