package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

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
}
