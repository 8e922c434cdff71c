package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients that leave while their poll is parked. On both transports.
class DisconnectTest {

    private static final String PARK = "GET /park HTTP/1.1\r\nHost: h\r\n\r\n";

    private TinyListener tiny;

    private void start(boolean epoll) {
        tiny = TinyListener.start(edge -> edge, Optional.empty(), EventLoops.start("tiny", 1, epoll));
    }

    @AfterEach
    void stop() {
        tiny.close();
    }

    private void parked(int polls) {
        await().until(() -> tiny.application().parked.size() == polls);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_parked_poll_outlives_its_client(boolean epoll) throws IOException {
        start(epoll);
        try (RawClient client = tiny.client()) {
            client.send(PARK);
            parked(1);
        }
        await().until(() -> tiny.application().gone.get() == 1);
        await().until(() -> tiny.listener().openConnections() == 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_reset_is_not_noticed(boolean epoll) throws IOException {
        start(epoll);
        try (RawClient client = tiny.client()) {
            client.send(PARK);
            parked(1);
            client.reset();
        }
        await().until(() -> tiny.application().gone.get() == 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_client_that_pipelined_leaves_unnoticed(boolean epoll) throws IOException {
        start(epoll);
        try (RawClient client = tiny.client()) {
            client.send(PARK + "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n".repeat(1000));
            parked(1);
        }
        await().until(() -> tiny.application().gone.get() == 1);
        assertThat(tiny.application().seen).containsExactly("GET /park");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_client_with_an_unread_body_leaves_unnoticed(boolean epoll) throws IOException {
        start(epoll);
        try (RawClient client = tiny.client()) {
            client.send("POST /late-park HTTP/1.1\r\nHost: h\r\nContent-Length: 40000\r\n\r\n" + "x".repeat(30_000));
            parked(1);
        }
        await().until(() -> tiny.application().gone.get() == 1);
    }

    @Test
    void a_client_leaves_unnoticed_behind_an_unread_body_that_fills_the_read_ahead() throws IOException {
        start(Epoll.isAvailable());
        try (RawClient client = tiny.client()) {
            client.send("POST /late-park HTTP/1.1\r\nHost: h\r\nContent-Length: 9000000\r\n\r\n" + "x".repeat(100_000));
            parked(1);
        }
        // NIO tells nothing of a client whose bytes nobody reads
        assumeTrue(Epoll.isAvailable());
        await().until(() -> tiny.application().gone.get() == 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_answered_request_is_told_that_its_client_left(boolean epoll) throws IOException {
        start(epoll);
        try (RawClient client = tiny.client()) {
            client.send(PARK);
            parked(1);
            tiny.application().parked.getFirst().resume("here");
            assertThat(client.answer().body()).isEqualTo("here");
        }
        await().until(() -> tiny.listener().openConnections() == 0);
        assertThat(tiny.application().gone).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_answer_to_nobody_goes_to_the_next_request(boolean epoll) throws IOException {
        start(epoll);
        try (RawClient client = tiny.client()) {
            client.send(PARK);
            parked(1);
        }
        await().until(() -> tiny.application().gone.get() == 1);
        tiny.application().parked.getFirst().resume("nobody");
        try (RawClient client = tiny.client()) {
            client.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.answer().body()).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_drain_waits_for_idle_clients_or_cuts_running_requests(boolean epoll) throws Exception {
        start(epoll);
        try (RawClient idle = tiny.client();
                RawClient busy = tiny.client()) {
            idle.send("GET /hello HTTP/1.1\r\nHost: h\r\n\r\n").answer();
            busy.send(PARK + "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n");
            parked(1);
            Thread drain = Thread.ofPlatform().start(() -> tiny.listener().drain(Duration.ofSeconds(10)));
            assertThat(idle.closed()).isTrue();
            assertThat(drain.isAlive()).isTrue();
            tiny.application().parked.getFirst().resume("in time");
            RawClient.Answer answer = busy.answer();
            assertThat(answer.body()).isEqualTo("in time");
            assertThat(answer.field("connection")).isEqualTo("close");
            assertThat(busy.closed()).isTrue();
            drain.join();
            assertThat(tiny.listener().openConnections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_drain_cuts_an_answer_that_is_still_going_out(boolean epoll) throws Exception {
        start(epoll);
        try (RawClient slow = RawClient.slowReader(tiny.listener().address())) {
            slow.send("GET /huge HTTP/1.1\r\nHost: h\r\n\r\n");
            // its first bytes are here, so that the whole of it was written, and its connection waits for the next head
            slow.socket().getInputStream().read();
            Thread drain = Thread.ofPlatform().start(() -> tiny.listener().drain(Duration.ofSeconds(10)));
            await().pollDelay(Duration.ofMillis(200)).until(() -> true);
            int more = slow.socket().getInputStream().readAllBytes().length;
            assertThat(more).isGreaterThan(TinyApplication.HUGE);
            drain.join();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_parked_poll_holds_up_a_drain_beyond_its_grace(boolean epoll) throws IOException {
        start(epoll);
        try (RawClient client = tiny.client()) {
            client.send(PARK);
            parked(1);
            tiny.listener().drain(Duration.ofMillis(50));
            assertThat(client.closed()).isTrue();
            assertThat(tiny.application().gone).hasValue(1);
            assertThat(tiny.listener().openConnections()).isZero();
        }
    }
}
