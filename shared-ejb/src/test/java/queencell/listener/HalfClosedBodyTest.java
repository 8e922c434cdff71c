package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A client that closes its sending side while its body is still short counts as having left (pipeline, 12; A23). On
/// both transports.
class HalfClosedBodyTest {
    private static final String[] SHORT = {
        "Content-Length: 100\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n64\r\nabc"
    };

    private TinyListener tiny;

    @AfterEach
    void stop() {
        tiny.close();
    }

    private void start(boolean epoll) {
        tiny = TinyListener.start(edge -> edge, Optional.empty(), EventLoops.start("tiny", 1, epoll));
    }

    private void assertNoAnswer(String target, String body) throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST " + target + " HTTP/1.1\r\nHost: h\r\n" + body);
            client.socket().shutdownOutput();
            assertThat(client.closed()).as("ends without a byte").isTrue();
        }
        await().until(() -> tiny.listener().openConnections() == 0);
    }

    @ParameterizedTest
    @CsvSource({"true,0", "true,1", "false,0", "false,1"})
    void a_collected_body_that_ends_too_early_is_answered_or_reaches_the_application(boolean epoll, int form)
            throws IOException {
        start(epoll);
        assertNoAnswer("/echo", SHORT[form]);
        assertThat(tiny.application().seen).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true,0", "true,1", "false,0", "false,1"})
    void a_body_that_the_resource_collects_counts_as_whole_when_it_ends_too_early(boolean epoll, int form)
            throws IOException {
        start(epoll);
        assertNoAnswer("/late-collect", SHORT[form]);
        assertThat(tiny.application().seen).containsExactly("POST /late-collect");
        assertThat(tiny.application().bodies).isEmpty();
    }
}
