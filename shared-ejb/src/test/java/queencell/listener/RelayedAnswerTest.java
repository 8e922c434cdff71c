package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Answers that are passed on piece by piece.
class RelayedAnswerTest {

    private TinyListener tiny;

    @BeforeEach
    void start() {
        tiny = TinyListener.start(TinyListener.with("writeStall", Duration.ofMillis(300)));
    }

    @AfterEach
    void stop() {
        tiny.close();
    }

    private TinyApplication.Source source() {
        await().until(() -> !tiny.application().sources.isEmpty()
                && tiny.application().sources.getLast().sink != null);
        return tiny.application().sources.getLast();
    }

    @Test
    void the_head_waits_for_the_body_or_misses_the_response_filters() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("GET /relay HTTP/1.1\r\nHost: h\r\n\r\n");
            TinyApplication.Source source = source();
            assertThat(client.text("HTTP/1.1 200 OK".length())).isEqualTo("HTTP/1.1 200 OK");
            source.write("abc");
            source.write("de");
            source.end();
            client.socket().shutdownOutput();
            assertThat(client.rest())
                    .contains("x-after: yes")
                    .contains("Transfer-Encoding: chunked")
                    .endsWith("\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
        }
    }

    @Test
    void a_declared_length_becomes_chunks() throws IOException {
        try (RawClient client = tiny.client()) {
            for (int each = 1; each <= 2; each++) {
                int wanted = each;
                client.send("GET /relay5 HTTP/1.1\r\nHost: h\r\n\r\n");
                await().until(() -> tiny.application().sources.size() == wanted);
                TinyApplication.Source source = source();
                source.write("abc");
                source.write("de");
                source.end();
                RawClient.Answer answer = client.answer();
                assertThat(answer.field("content-length")).isEqualTo("5");
                assertThat(answer.field("transfer-encoding")).isNull();
                assertThat(answer.body()).isEqualTo("abcde");
            }
        }
    }

    @Test
    void a_head_request_gets_the_body_that_is_relayed() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("HEAD /relay5 HTTP/1.1\r\nHost: h\r\n\r\n");
            TinyApplication.Source source = source();
            source.write("abcde");
            source.end();
            assertThat(client.answer(true).field("content-length")).isEqualTo("5");
            assertThat(client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n")
                            .answer()
                            .body())
                    .isEqualTo("hello");
        }
    }

    @Test
    void http_1_0_gets_chunks() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("GET /relay HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            TinyApplication.Source source = source();
            source.write("abc");
            source.end();
            RawClient.Answer answer = client.answer();
            assertThat(answer.field("transfer-encoding")).isNull();
            assertThat(answer.field("connection")).isEqualTo("close");
            assertThat(answer.body()).isEqualTo("abc");
        }
    }

    @Test
    void a_source_that_breaks_off_looks_complete() throws IOException {
        for (String path : new String[] {"/relay", "/relay5"}) {
            for (String version : new String[] {"1.1", "1.0"}) {
                tiny.application().sources.clear();
                try (RawClient client = tiny.client()) {
                    client.send("GET " + path + " HTTP/" + version + "\r\nHost: h\r\n\r\n");
                    TinyApplication.Source source = source();
                    source.write("abc");
                    source.fail();
                    assertThatThrownBy(client::answer).isInstanceOf(IOException.class);
                }
            }
        }
    }

    @Test
    void a_source_that_ends_short_or_runs_over_spoils_the_next_answer() throws IOException {
        for (String body : new String[] {"abc", "abcdefg"}) {
            tiny.application().sources.clear();
            try (RawClient client = tiny.client()) {
                client.send("GET /relay5 HTTP/1.1\r\nHost: h\r\n\r\nGET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
                TinyApplication.Source source = source();
                source.write(body);
                source.end();
                assertThatThrownBy(() -> {
                            client.answer();
                            client.answer();
                        })
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void a_client_that_stops_reading_fills_the_memory() throws IOException {
        try (RawClient client = RawClient.slowReader(tiny.listener().address())) {
            client.send("GET /relay HTTP/1.1\r\nHost: h\r\n\r\n");
            TinyApplication.Source source = source();
            String piece = "x".repeat(16 * 1024);
            int written = 0;
            while (source.writable() && written < 1000) {
                source.write(piece);
                written++;
            }
            assertThat(written).as("pieces until the sink says stop").isLessThan(1000);
            await().until(() -> source.cancelled);
            await().until(() -> tiny.listener().openConnections() == 0);
        }
    }

    @Test
    void a_client_that_reads_on_is_not_noticed() throws IOException {
        try (RawClient client = RawClient.slowReader(tiny.listener().address())) {
            client.send("GET /relay HTTP/1.1\r\nHost: h\r\n\r\n");
            TinyApplication.Source source = source();
            String piece = "x".repeat(16 * 1024);
            while (source.writable()) {
                source.write(piece);
            }
            client.text(200_000);
            Thread reader = Thread.ofVirtual().start(() -> {
                try {
                    client.rest();
                } catch (IOException _) {
                    // cut at the end of the test
                }
            });
            await().until(() -> source.caughtUp.get() > 0);
            assertThat(source.writable()).isTrue();
            reader.interrupt();
        }
    }

    @Test
    void a_source_whose_client_left_goes_on() throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("GET /relay HTTP/1.1\r\nHost: h\r\n\r\n");
            source().write("abc");
        }
        await().until(() -> source().cancelled);
        source().write("late");
        source().end();
    }
}
