package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static queencell.proxy.forward.ScriptedBroker.OK;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// How long connections to brokers wait for their next request: by a clock that stands until the test moves it, and
/// that runs over on the way.
class LoopPoolTest {
    private static final int SURPLUS = 6;
    private static final Duration MOMENT = Duration.ofNanos(1);

    @AutoClose
    private final Sender sender = new Sender();

    private final AtomicLong nanos =
            new AtomicLong(Long.MAX_VALUE - Duration.ofMillis(500).toNanos());
    private final LoopPool pool = new LoopPool(
            sender.loop,
            Duration.ofSeconds(20),
            new Addresses(InetAddress::getAllByName, UpstreamSettings.ADDRESS_TTL, nanos::get),
            nanos::get,
            new DetachedRelays());

    @AfterEach
    void close() {
        pool.close();
    }

    private static ScriptedBroker answeringAtOnce(int requests) throws IOException {
        var all = new CountDownLatch(requests);
        return new ScriptedBroker(line -> {
            line.head();
            all.countDown();
            all.await();
            line.send(OK);
            line.awaitEnd();
        });
    }

    /// Leaves so many connections behind, none of them used since.
    private void exchange(ScriptedBroker broker, int requests) {
        int before = pool.idleConnections();
        for (int each = 0; each < requests; each++) {
            var exchange = new UpstreamExchange(
                    Sender.get(broker.base(), "/"),
                    sender.loop,
                    outcome -> ((Outcome.Answered) outcome)
                            .answer()
                            .relay(AnswerObserver.NONE, _ -> {})
                            .relayTo(new RecordingSink()));
            sender.loop.execute(() -> exchange.start(pool, Sender.LONG));
        }
        await().until(() -> pool.idleConnections() == before + requests);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        sender.onLoop(() -> {
            pool.sweep();
            return null;
        });
    }

    @Test
    void a_surplus_connection_must_be_kept_for_a_second_and_no_longer() throws Exception {
        try (ScriptedBroker busy = answeringAtOnce(UpstreamSettings.MAX_IDLE + SURPLUS);
                ScriptedBroker calm = answeringAtOnce(1)) {
            exchange(busy, UpstreamSettings.MAX_IDLE + SURPLUS);
            exchange(calm, 1);

            pass(Duration.ofSeconds(1).minus(MOMENT));
            assertThat(pool.idleConnections()).isEqualTo(UpstreamSettings.MAX_IDLE + SURPLUS + 1);

            pass(MOMENT);
            assertThat(pool.idleConnections())
                    .as("64 of the busy host, and every one of the other")
                    .isEqualTo(UpstreamSettings.MAX_IDLE + 1);
            await().until(() -> busy.ended.get() == SURPLUS);
            assertThat(calm.ended).hasValue(0);
        }
    }

    @Test
    void a_connection_that_nobody_uses_must_be_kept_for_a_minute_and_no_longer() throws Exception {
        try (ScriptedBroker broker = answeringAtOnce(2)) {
            exchange(broker, 2);

            pass(Duration.ofSeconds(60).minus(MOMENT));
            assertThat(pool.idleConnections()).isEqualTo(2);

            pass(MOMENT);
            assertThat(pool.idleConnections()).isZero();
            await().until(() -> broker.ended.get() == 2);
        }
    }
}
