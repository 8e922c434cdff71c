package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What two HTTP parsers could read differently is refused before the application sees it (pipeline, 12).
class StrictFramingTest {

    private static TinyListener tiny;

    @BeforeAll
    static void start() {
        tiny = TinyListener.start();
    }

    @AfterAll
    static void stop() {
        tiny.close();
    }

    record Case(String name, int status, String code, String request) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String SMUGGLED = "GET /hello/smuggled HTTP/1.1\r\nHost: h\r\n\r\n";

    private static Case bad(String name, String request) {
        return new Case(name, 400, "invalid_request", request);
    }

    private static Case post(String name, String fields, String body) {
        return bad(name, "POST /echo HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n" + body);
    }

    static Stream<Case> refused() {
        return Stream.of(
                post("two equal lengths", "Content-Length: 3\r\nContent-Length: 3\r\n", "abc"),
                post("two different lengths", "Content-Length: 3\r\nContent-Length: 0\r\n", "abc"),
                post("a list of lengths", "Content-Length: 3, 3\r\n", "abc"),
                post("a signed length", "Content-Length: +3\r\n", "abc"),
                post("a negative length", "Content-Length: -1\r\n", ""),
                post("a hexadecimal length", "Content-Length: 0x3\r\n", "abc"),
                post("an empty length", "Content-Length: \r\n", ""),
                post("a length beyond a long", "Content-Length: 99999999999999999999\r\n", ""),
                post("length and coding", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
                post("chunked twice", "Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"),
                post("an empty coding", "Transfer-Encoding: \r\n", "0\r\n\r\n"),
                bad("a coding in HTTP/1.0", "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                bad("a bare line feed after the request line", "GET /hello HTTP/1.1\nHost: h\r\n\r\n"),
                bad("a bare line feed after a field", "GET /hello HTTP/1.1\r\nHost: h\nX: y\r\n\r\n"),
                bad("a bare carriage return in a value", "GET /hello HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n"),
                bad("a folded field", "GET /hello HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n"),
                bad("a folded first field", "GET /hello HTTP/1.1\r\n Host: h\r\n\r\n"),
                bad("a blank before the colon", "GET /hello HTTP/1.1\r\nHost : h\r\n\r\n"),
                bad("a field without a name", "GET /hello HTTP/1.1\r\nHost: h\r\n: x\r\n\r\n"),
                bad("a field without a colon", "GET /hello HTTP/1.1\r\nHost: h\r\nabc\r\n\r\n"),
                bad("a NUL in a value", "GET /hello HTTP/1.1\r\nHost: h\r\nX: a\0b\r\n\r\n"),
                bad("a NUL in a name", "GET /hello HTTP/1.1\r\nHost: h\r\nX\0: b\r\n\r\n"),
                bad("a byte beyond ASCII in a name", "GET /hello HTTP/1.1\r\nHost: h\r\nX\u00e9: b\r\n\r\n"),
                bad("no host", "GET /hello HTTP/1.1\r\nX: y\r\n\r\n"),
                bad("two hosts", "GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
                bad("two hosts in HTTP/1.0", "GET /hello HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
                bad("an absolute target", "GET http://other/hello HTTP/1.1\r\nHost: h\r\n\r\n"),
                bad("an asterisk target", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n"),
                bad("an authority target", "CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n"),
                bad("a blank in the target", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n"),
                bad("a NUL in the target", "GET /a\0b HTTP/1.1\r\nHost: h\r\n\r\n"),
                bad("a fragment in the target", "GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n"),
                bad("a fragment in the query", "GET /a?wait=true#&timeout=1 HTTP/1.1\r\nHost: h\r\n\r\n"),
                bad("two blanks before the target", "GET  /hello HTTP/1.1\r\nHost: h\r\n\r\n"),
                bad("a method that is no token", "G(T /hello HTTP/1.1\r\nHost: h\r\n\r\n"),
                bad("HTTP/0.9", "GET /hello\r\n\r\n"),
                bad("no HTTP at all", "hello there, are you a broker?\r\n\r\n"),
                new Case(
                        "a coding nobody knows",
                        501,
                        "invalid_request",
                        "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
                new Case(
                        "a coding in disguise",
                        501,
                        "invalid_request",
                        "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
                new Case("HTTP/2.0", 505, "invalid_request", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                new Case("HTTP/1.2", 505, "invalid_request", "GET /hello HTTP/1.2\r\nHost: h\r\n\r\n"),
                new Case(
                        "a long target",
                        414,
                        "request_headers_too_large",
                        "GET /" + "a".repeat(8192) + " HTTP/1.1\r\nHost: h\r\n\r\n"),
                new Case("an endless request line", 414, "request_headers_too_large", "GET /" + "a".repeat(9000)),
                new Case(
                        "101 fields",
                        431,
                        "request_headers_too_large",
                        "GET /hello HTTP/1.1\r\nHost: h\r\n" + "X: y\r\n".repeat(100) + "\r\n"),
                new Case(
                        "a long value",
                        431,
                        "request_headers_too_large",
                        "GET /hello HTTP/1.1\r\nHost: h\r\nX: " + "v".repeat(16_385) + "\r\n\r\n"),
                new Case(
                        "long fields together",
                        431,
                        "request_headers_too_large",
                        "GET /hello HTTP/1.1\r\nHost: h\r\n" + ("X: " + "v".repeat(16_000) + "\r\n").repeat(5)
                                + "\r\n"),
                new Case(
                        "an endless field",
                        431,
                        "request_headers_too_large",
                        "GET /hello HTTP/1.1\r\nHost: h\r\nX: " + "v".repeat(70_000)));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void a_doubtful_request_reaches_the_application(Case each) throws IOException {
        int before = tiny.application().seen.size();
        try (RawClient client = tiny.client()) {
            client.send(each.request() + SMUGGLED);
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(each.status());
            assertThat(answer.body())
                    .contains("\"code\":\"" + each.code() + "\"")
                    .contains("\"error\":\"");
            assertThat(answer.field("content-type")).isEqualTo("application/json");
            assertThat(answer.field("connection")).isEqualTo("close");
            assertThat(answer.field("x-queen-request-id")).matches("[0-9a-f]{32}");
            assertThat(answer.field("x-content-type-options")).isEqualTo("nosniff");
            assertThat(answer.field("x-frame-options")).isEqualTo("DENY");
            assertThat(answer.field("referrer-policy")).isEqualTo("same-origin");
            assertThat(answer.field("content-security-policy")).isEqualTo("frame-ancestors 'none'");
            assertThat(answer.field("cache-control")).isEqualTo("no-store");
            assertThat(client.closed()).as("nothing follows a refusal").isTrue();
        }
        assertThat(tiny.application().seen).hasSize(before);
    }

    static List<String> brokenChunks() {
        return List.of(
                "zz\r\nabc\r\n0\r\n\r\n",
                "-1\r\nabc\r\n0\r\n\r\n",
                "0x3\r\nabc\r\n0\r\n\r\n",
                "\r\nabc\r\n0\r\n\r\n",
                "3 \r\nabc\r\n0\r\n\r\n",
                "3\nabc\r\n0\r\n\r\n",
                "3\r\nabc\n0\r\n\r\n",
                "3\r\nabcd\r\n0\r\n\r\n",
                "3\r\nabcX\r\n0\r\n\r\n",
                "ffffffffffffffff\r\nabc\r\n0\r\n\r\n",
                "3;a\0b\r\nabc\r\n0\r\n\r\n",
                "3;" + "e".repeat(5000) + "\r\nabc\r\n0\r\n\r\n",
                "3\r\nabc\r\n0\r\nbad trailer\r\n\r\n",
                "3\r\nabc\r\n0\r\n folded: x\r\n\r\n",
                "3\r\nabc\r\n0\r\nX: y\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("brokenChunks")
    void a_body_in_broken_chunks_reaches_the_application(String chunks) throws IOException {
        int before = tiny.application().seen.size();
        try (RawClient client = tiny.client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + SMUGGLED);
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("\"code\":\"invalid_request\"");
            assertThat(client.closed()).isTrue();
        }
        assertThat(tiny.application().seen).hasSize(before);
    }

    @Test
    void a_request_at_every_bound_is_refused() throws IOException {
        try (RawClient client = tiny.client()) {
            String longest = "/raw?" + "q".repeat(8192 - 5);
            client.send("GET " + longest + " HTTP/1.1\r\nHost: h\r\nV: " + "v".repeat(16_384) + "\r\n"
                    + "X: y\r\n".repeat(98) + "\r\n");
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(longest);
            assertThat(tiny.application().headers.getLast().size()).isEqualTo(100);
        }
    }

    @Test
    void a_target_is_decoded_or_repaired_on_its_way() throws IOException {
        String target = "/raw/[a]|b%zz%2F..%/../;x=1\\{}^\u00c3\u00a9?q=\"<>`'&wait=%74rue&x=[|]";
        try (RawClient client = tiny.client()) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
        }
        assertThat(tiny.application().seen).contains("GET " + target);
    }

    @Test
    void a_head_that_comes_byte_by_byte_is_misread() throws IOException {
        try (RawClient client = tiny.client()) {
            String request = "\r\nPOST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: ChunkeD\r\n\r\n"
                    + "3;ext=\"v\"\r\nabc\r\n002\r\nde\r\n0\r\nTrailer: t\r\n\r\n";
            for (char each : request.toCharArray()) {
                client.send(String.valueOf(each));
            }
            assertThat(client.answer().body()).isEqualTo("abcde");
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("hello");
        }
    }

    @Test
    void fields_lose_their_order_spelling_or_bytes() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("GET /hello HTTP/1.1\r\nhOsT:h\r\nB:  two words \t\r\na: 1\r\nb: \u00ff\r\nempty:\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
        }
        InboundHeaders headers = tiny.application().headers.getLast();
        StringBuilder seen = new StringBuilder();
        headers.forEach(
                (name, value) -> seen.append(name).append('=').append(value).append(';'));
        assertThat(seen).hasToString("hOsT=h;B=two words;a=1;b=\u00ff;empty=;");
        assertThat(headers.all("B")).containsExactly("two words", "\u00ff");
        assertThat(headers.first("HOST")).hasValue("h");
    }
}
