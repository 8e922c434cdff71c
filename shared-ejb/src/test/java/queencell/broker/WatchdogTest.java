package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How often the transport looks at the calls that are under way: an idle Gate is made of parked polls.
class WatchdogTest {

    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final TimeLimits SHORT = new TimeLimits(
            Duration.ofMillis(500),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300));

    private final Queue<Duration> sleeps = new ConcurrentLinkedQueue<>();
    private final RawServer server = new RawServer();
    private final SocketTransport transport =
            new SocketTransport(Duration.ofSeconds(5), (SSLSocketFactory) SSLSocketFactory.getDefault(), this::sleep);
    private final BrokerClient client =
            new BrokerClient(transport, BrokerOptions.of(server.url()), Timing.REAL, CallListener.SILENT);

    private void sleep(long nanos) {
        sleeps.add(Duration.ofNanos(nanos));
        LockSupport.parkNanos(nanos);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        server.close();
    }

    private void park() {
        server.thenHang();
        int before = server.requests.size();
        Thread.ofVirtual()
                .start(() -> client.pop(PopRequest.of("q", "g").waiting(Duration.ofMinutes(5)), new CallScope()));
        await().until(() -> server.requests.size() > before);
    }

    @Test
    void a_parked_poll_must_not_be_looked_at_until_something_is_due() {
        park();
        park();
        await().until(() -> !sleeps.isEmpty());
        assertThat(sleeps).containsOnly(LONGEST);
    }

    @Test
    void a_call_that_is_due_soon_must_not_wait_for_the_end_of_a_long_sleep() {
        park();
        await().until(() -> !sleeps.isEmpty());
        server.thenHang();
        BrokerClient hurried = client.within(SHORT);
        assertThat(hurried.kv("gate", List.of(Wire.incr("k", 1)))).isInstanceOf(KvAnswer.Failed.class);
        assertThat(sleeps).anyMatch(sleep -> sleep.compareTo(Duration.ofMillis(300)) <= 0);
    }
}
