package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Clients that take their time, and applications that do.
class EdgeTimeoutTest {

    private static final Duration SHORT = Duration.ofMillis(150);

    @Test
    void a_head_that_stays_half_holds_the_connection() throws IOException {
        try (TinyListener tiny = TinyListener.start(TinyListener.with("headReadTimeout", SHORT));
                RawClient client = tiny.client()) {
            client.send("GET /hello HTTP/1.1\r\nHo");
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.body()).contains("request_incomplete").contains("150 ms");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void a_head_that_trickles_gets_new_time_with_every_byte() throws IOException {
        try (TinyListener tiny = TinyListener.start(TinyListener.with("headReadTimeout", SHORT));
                RawClient client = tiny.client()) {
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n").answer();
            Thread trickle = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        client.send("X");
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
    void a_client_that_says_nothing_holds_the_connection() throws IOException {
        try (TinyListener tiny = TinyListener.start(TinyListener.with("headReadTimeout", SHORT));
                RawClient client = tiny.client()) {
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void an_idle_connection_is_kept_for_good_or_gets_an_answer_it_did_not_ask_for() throws IOException {
        try (TinyListener tiny = TinyListener.start(TinyListener.with("keepAliveIdle", SHORT));
                RawClient client = tiny.client()) {
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n").answer();
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void an_application_without_an_answer_holds_the_client() throws IOException {
        try (TinyListener tiny = TinyListener.start()) {
            tiny.application().timeout = SHORT;
            try (RawClient client = tiny.client()) {
                client.send("GET /park HTTP/1.1\r\nHost: h\r\n\r\n");
                RawClient.Answer answer = client.answer();
                assertThat(answer.status()).isEqualTo(504);
                assertThat(answer.body()).contains("request_timeout").contains("timeout");
                // the application stops waiting too
                await().until(() -> tiny.application().gone.get() == 1);
                // too late, and to nobody
                tiny.application().parked.getFirst().resume("late");
                assertThat(client.closed()).isTrue();
            }
        }
    }

    /// No deadline would hold any more on any connection of the loop.
    @Test
    void a_fault_at_one_connection_ends_the_look_after_all_others() throws IOException {
        try (TinyListener tiny = TinyListener.start(TinyListener.with("headReadTimeout", SHORT))) {
            // more than nanoseconds can tell
            tiny.application().timeout = Duration.ofSeconds(Long.MAX_VALUE);
            try (RawClient faulty = tiny.client()) {
                faulty.send("GET /park HTTP/1.1\r\nHost: h\r\n\r\n");
                assertThat(faulty.closed()).isTrue();
            }
            try (RawClient slow = tiny.client()) {
                slow.send("GET /hello HTTP/1.1\r\nHo");
                assertThat(slow.answer().status()).isEqualTo(408);
            }
        }
    }

    @Test
    void a_plan_without_a_timeout_times_out() throws IOException {
        try (TinyListener tiny = TinyListener.start(TinyListener.with("keepAliveIdle", Duration.ofMillis(40)))) {
            tiny.application().timeout = Duration.ZERO;
            try (RawClient client = tiny.client()) {
                client.send("GET /park HTTP/1.1\r\nHost: h\r\n\r\n");
                await().until(() -> !tiny.application().parked.isEmpty());
                await().during(Duration.ofMillis(200))
                        .until(() -> tiny.application().gone.get() == 0);
                tiny.application().parked.getFirst().resume("late");
                assertThat(client.answer().body()).isEqualTo("late");
            }
        }
    }
}
