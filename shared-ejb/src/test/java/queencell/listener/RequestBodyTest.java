package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who reads a body, how much of it, and what becomes of the rest.
class RequestBodyTest {

    private TinyListener tiny;

    @BeforeEach
    void start() {
        tiny = TinyListener.start();
    }

    /// From here on a body must bring its bytes in each short period.
    private void demandProgress() {
        tiny.close();
        tiny = TinyListener.start(TinyListener.with("bodyProgressPeriod", Duration.ofMillis(200)));
    }

    @AfterEach
    void stop() {
        tiny.close();
    }

    @Test
    void a_collected_body_over_its_bound_reaches_the_application() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1025\r\n\r\n");
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body())
                    .contains("\"code\":\"payload_too_large\"")
                    .contains("1024 bytes")
                    .contains("TINY_MAX_BODY");
            assertThat(answer.field("connection")).isEqualTo("close");
        }
        try (RawClient client = tiny.client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n401\r\n" + "x".repeat(1025)
                    + "\r\n0\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(413);
        }
        assertThat(tiny.application().seen).isEmpty();
    }

    @Test
    void a_body_at_its_bound_is_refused() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1024\r\n\r\n" + "x".repeat(1024));
            assertThat(client.answer().body()).isEqualTo("x".repeat(1024));
        }
    }

    @Test
    void a_refused_upload_that_goes_on_loses_its_answer_to_a_reset() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3000000\r\n\r\n" + "x".repeat(3_000_000));
            assertThat(client.answer().status()).isEqualTo(413);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void the_resource_gets_another_body_than_the_client_sent() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /late-collect HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab");
            await().until(() -> !tiny.application().seen.isEmpty());
            client.send("cd");
            assertThat(client.answer().body()).isEqualTo("whole");
            client.send("POST /late-collect HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("whole");
            assertThat(tiny.application().bodies).containsExactly("abcd", "");
        }
    }

    @Test
    void a_declared_length_over_the_bound_is_read_before_it_is_told() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /late-collect HTTP/1.1\r\nHost: h\r\nContent-Length: 99999\r\n\r\n");
            RawClient.Answer answer = client.answer();
            assertThat(answer.body()).isEqualTo("seen 99999");
            assertThat(answer.field("connection")).isEqualTo("close");
        }
    }

    @Test
    void broken_chunks_are_a_whole_body_to_the_resource() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /late-collect HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).isEqualTo("MALFORMED");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void a_client_waits_for_100_continue_in_vain() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /late-collect HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(100);
            client.send("ab");
            assertThat(client.answer().body()).isEqualTo("whole");
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\ncd");
            assertThat(client.answer().status()).as("the body is there already").isEqualTo(200);
        }
    }

    @Test
    void a_refused_body_is_asked_for_by_100_continue() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(413);
            assertThat(client.closed()).isTrue();
        }
        try (RawClient client = tiny.client()) {
            client.send("POST /late-ignore HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            RawClient.Answer answer = client.answer();
            assertThat(answer.body()).isEqualTo("ignored");
            assertThat(answer.field("connection"))
                    .as("nobody knows whether the body comes")
                    .isEqualTo("close");
        }
    }

    @Test
    void an_unread_body_is_taken_for_the_next_request() throws IOException {
        try (RawClient client = tiny.client()) {
            String body = "GET /hello/smuggled HTTP/1.1\r\nHost: h\r\n\r\n";
            client.send(
                    "POST /late-ignore HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            assertThat(client.answer().body()).isEqualTo("ignored");
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("hello");
            assertThat(tiny.application().seen).containsExactly("POST /late-ignore", "GET /hello");
        }
    }

    @Test
    void a_large_unread_body_keeps_the_connection_busy() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /late-ignore HTTP/1.1\r\nHost: h\r\nContent-Length: 10000000\r\n\r\nabc");
            RawClient.Answer answer = client.answer();
            assertThat(answer.body()).isEqualTo("ignored");
            assertThat(answer.field("connection")).isEqualTo("close");
        }
    }

    @Test
    void a_collected_body_that_stalls_is_waited_for() throws IOException {
        demandProgress();
        try (RawClient client = tiny.client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc");
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.body()).contains("request_incomplete");
            assertThat(client.closed()).isTrue();
        }
        try (RawClient client = tiny.client()) {
            client.send("POST /late-collect HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc");
            assertThat(client.answer().body()).isEqualTo("TOO_SLOW");
        }
    }

    @Test
    void a_collected_body_outlasts_the_edge_timeout_by_trickling() throws IOException {
        tiny.application().timeout = Duration.ofMillis(300);
        tiny.application().maxBody = 100_000_000;
        try (RawClient client = tiny.client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 90000000\r\n\r\n");
            Thread trickle = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        client.send("x".repeat(2048));
                        Thread.sleep(20);
                    }
                } catch (RuntimeException | InterruptedException _) {
                    // refused at last
                }
            });
            assertThat(client.answer().status()).isEqualTo(408);
            trickle.interrupt();
        }
    }

    @Test
    void a_relayed_body_waits_until_it_is_whole() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("PUT /late-relay HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc");
            await().until(() -> !tiny.application().takers.isEmpty());
            TinyApplication.Taker taker = tiny.application().takers.getFirst();
            await().until(() -> taker.text.toString().equals("abc"));
            assertThat(taker.ended).isFalse();
            client.send("def");
            await().until(() -> taker.ended);
            assertThat(taker.text).hasToString("abcdef");
            tiny.application().parked.getFirst().resume("done");
            assertThat(client.answer().body()).isEqualTo("done");
            assertThat(client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n")
                            .answer()
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_paused_relay_is_flooded_or_punished_for_its_pause() throws Exception {
        demandProgress();
        try (RawClient client = tiny.client()) {
            client.send("PUT /late-relay HTTP/1.1\r\nHost: h\r\nContent-Length: 50000000\r\n\r\n");
            await().until(() -> !tiny.application().takers.isEmpty());
            TinyApplication.Taker taker = tiny.application().takers.getFirst();
            var loop = tiny.loops().group().next();
            loop.submit(taker.flow::pause).sync();
            Thread sender = Thread.ofVirtual().start(() -> {
                try {
                    client.send("x".repeat(50_000_000));
                } catch (RuntimeException _) {
                    // the test is over
                }
            });
            await().during(Duration.ofMillis(500))
                    .until(() -> taker.failure == null && taker.text.length() < 2_000_000);
            assertThat(sender.isAlive()).as("the client feels the pause").isTrue();
            loop.submit(taker.flow::resume).sync();
            await().atMost(Duration.ofSeconds(20)).until(() -> taker.ended);
            assertThat(taker.text.length()).isEqualTo(50_000_000);
        }
    }

    @Test
    void a_relay_whose_client_leaves_waits_for_more() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("PUT /late-relay HTTP/1.1\r\nHost: h\r\nContent-Length: 60\r\n\r\nabc");
            await().until(() -> !tiny.application().takers.isEmpty());
        }
        TinyApplication.Taker taker = tiny.application().takers.getFirst();
        await().until(() -> taker.failure == BodyFailure.CLIENT_GONE);
        await().until(() -> tiny.application().gone.get() == 1);
        assertThat(taker.ended).isFalse();
    }
}
