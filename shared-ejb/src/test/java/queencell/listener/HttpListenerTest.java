package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Ordinary requests and answers on one connection.
class HttpListenerTest {

    private static TinyListener tiny;

    @BeforeAll
    static void start() {
        tiny = TinyListener.start();
    }

    @AfterAll
    static void stop() {
        tiny.close();
    }

    @Test
    void a_get_loses_its_answer_or_the_fields_of_response_filters() throws IOException {
        try (RawClient client = tiny.client()) {
            RawClient.Answer answer =
                    client.send("GET /hello/x HTTP/1.1\r\nHost: h\r\n\r\n").answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("hello/x");
            assertThat(answer.field("content-length")).isEqualTo("7");
            assertThat(answer.field("x-after")).isEqualTo("yes");
            assertThat(answer.field("date")).endsWith("GMT");
            assertThat(answer.field("x-queen-request-id")).matches("[0-9a-f]{32}");
            assertThat(answer.field("connection")).isNull();
        }
    }

    @Test
    void one_connection_serves_one_request_only() throws IOException {
        try (RawClient client = tiny.client()) {
            for (int each = 0; each < 5; each++) {
                client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabcd" + each);
                assertThat(client.answer().body()).isEqualTo("abcd" + each);
            }
        }
    }

    @Test
    void pipelined_requests_are_answered_out_of_order_or_not_at_all() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("GET /hello/1 HTTP/1.1\r\nHost: h\r\n\r\n"
                    + "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n2\r\n0\r\n\r\n"
                    + "GET /blocking HTTP/1.1\r\nHost: h\r\n\r\n"
                    + "GET /hello/4 HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("hello/1");
            assertThat(client.answer().body()).isEqualTo("2");
            assertThat(client.answer().body()).isEqualTo("blocked");
            assertThat(client.answer().body()).isEqualTo("hello/4");
        }
    }

    private static RawClient.Answer get(RawClient client, String path) throws IOException {
        return client.send("GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n").answer();
    }

    @Test
    void a_head_request_gets_a_body_or_another_length() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("HEAD /hello/x HTTP/1.1\r\nHost: h\r\n\r\n");
            RawClient.Answer head = client.answer(true);
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.field("content-length")).isEqualTo("7");
            assertThat(get(client, "/hello").body()).isEqualTo("hello");
        }
    }

    @Test
    void an_answer_without_a_body_is_framed_as_if_it_had_one() throws IOException {
        try (RawClient client = tiny.client()) {
            for (String path : new String[] {"/nothing", "/unchanged"}) {
                RawClient.Answer answer = get(client, path);
                assertThat(answer.status()).isIn(204, 304);
                assertThat(answer.field("content-length")).isNull();
                assertThat(answer.field("transfer-encoding")).isNull();
            }
            assertThat(get(client, "/hello").body()).isEqualTo("hello");
        }
    }

    @Test
    void a_large_answer_is_cut() throws IOException {
        try (RawClient client = tiny.client()) {
            assertThat(get(client, "/large").body()).hasSize(300_000);
        }
    }

    @Test
    void a_wish_to_close_is_ignored() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\nConnection: x, Close\r\n\r\n");
            assertThat(client.answer().field("connection")).isEqualTo("close");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void http_1_0_is_kept_alive_unasked_or_closed_against_its_wish() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(client.answer().field("connection")).isEqualTo("keep-alive");
            client.send("GET /hello HTTP/1.0\r\n\r\n");
            assertThat(client.answer().field("connection")).isEqualTo("close");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void an_offer_to_upgrade_changes_the_protocol() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                    + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("hello");
        }
    }

    @Test
    void a_value_of_the_application_breaks_the_framing() throws IOException {
        try (RawClient client = tiny.client()) {
            RawClient.Answer answer = get(client, "/split");
            assertThat(answer.field("x-smuggled")).isNull();
            assertThat(answer.field("x-split")).isEqualTo("a??x-smuggled: 1");
        }
    }

    @Test
    void a_fault_of_the_application_shows_its_inside_or_ends_without_an_answer() throws IOException {
        try (RawClient client = tiny.client()) {
            RawClient.Answer answer = get(client, "/fault");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).contains("\"code\":\"internal\"").doesNotContain("secret");
        }
    }

    @Test
    void an_unknown_path_or_method_ends_the_connection() throws IOException {
        try (RawClient client = tiny.client()) {
            assertThat(get(client, "/nowhere").status()).isEqualTo(404);
            client.send("DELETE /hello HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(405);
            assertThat(get(client, "/hello").status()).isEqualTo(200);
        }
    }

    @Test
    void a_request_that_may_block_runs_on_an_event_loop() throws IOException {
        try (RawClient client = tiny.client()) {
            get(client, "/blocking");
            assertThat(tiny.application().threads.getLast()).isEqualTo("virtual");
            get(client, "/hello");
            assertThat(tiny.application().threads.getLast()).startsWith("tiny-loop-");
        }
    }

    @Test
    void too_many_connections_are_served_all_the_same() throws IOException {
        try (TinyListener narrow = TinyListener.start(edge -> TinyListener.connections(edge, 2));
                RawClient second = narrow.client()) {
            get(second, "/hello");
            try (RawClient first = narrow.client();
                    RawClient third = narrow.client()) {
                get(first, "/hello");
                assertThat(third.closed()).isTrue();
            }
            await().until(() -> narrow.listener().openConnections() == 1);
            try (RawClient fourth = narrow.client()) {
                assertThat(get(fourth, "/hello").status()).isEqualTo(200);
            }
        }
    }
}
