package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;
import queencell.proxy.database.DatabaseRoad;
import queencell.proxy.database.PxdbServer;

/// Against a real PostgreSQL, on a road that swallows (pipeline, 11; A21).
class InvalidationListenerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final PxdbServer SERVER = PxdbServer.running();

    private final AtomicInteger connects = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();

    private final Invalidation told = new Invalidation() {
        @Override
        public void clusterChanged(UUID cluster) {
            changes.incrementAndGet();
        }

        @Override
        public void anythingMayHaveChanged() {
            connects.incrementAndGet();
        }
    };

    /// As when the database restarts: the connection breaks, and for a while nobody gets another one.
    @Test
    void a_connection_that_was_lost_must_be_tried_again_until_there_is_one() throws InterruptedException {
        try (DatabaseRoad road = SERVER.road();
                var log = new HeardLog()) {
            var listener = new InvalidationListener(SERVER.connections(road), List.of(told));
            Thread thread = Thread.ofPlatform().start(listener);
            await().atMost(PATIENCE).until(listener::connected);

            road.cut();
            await().atMost(PATIENCE)
                    .until(() -> log.lines("listener_disconnected").size() >= 3);
            assertThat(listener.connected()).isFalse();
            assertThat(log.lines("listener_disconnected").get(0)).contains("retry_ms=1000");
            assertThat(log.lines("listener_disconnected").get(1)).contains("retry_ms=2000");
            assertThat(log.lines("listener_disconnected").get(2)).contains("retry_ms=4000");
            road.mend();
            await().atMost(PATIENCE).until(listener::connected);

            int attempts = log.lines("listener_disconnected").size();
            assertThat(connects).as("what was told meanwhile is lost").hasValue(2);
            SERVER.execute("notify queen_proxy_inval, '%s'".formatted(new UUID(1, 2)));
            await().atMost(PATIENCE).until(() -> changes.get() == 1);

            // a session that lived
            Thread.sleep(10_500);
            road.cut();
            await().atMost(PATIENCE).until(() -> !listener.connected());
            await().atMost(PATIENCE)
                    .until(() -> log.lines("listener_disconnected").size() >= attempts + 2);
            assertThat(log.lines("listener_disconnected").get(attempts))
                    .as("what is told is what is waited")
                    .contains("retry_ms=1000");
            assertThat(log.lines("listener_disconnected").get(attempts + 1)).contains("retry_ms=2000");
            listener.stop();
            thread.join();
        }
    }

    @Test
    void a_link_that_died_without_a_word_must_be_noticed_and_made_anew() throws InterruptedException {
        try (DatabaseRoad road = SERVER.road()) {
            var listener = new InvalidationListener(SERVER.connections(road), Duration.ofSeconds(1), List.of(told));
            Thread thread = Thread.ofPlatform().start(listener);
            await().atMost(PATIENCE).until(listener::connected);

            road.swallow();
            await().atMost(PATIENCE).until(() -> !listener.connected());
            road.mend();
            await().atMost(PATIENCE).until(listener::connected);
            await().atMost(PATIENCE).until(() -> connects.get() >= 2);

            SERVER.execute("notify queen_proxy_inval, '%s'".formatted(new UUID(1, 2)));
            await().atMost(PATIENCE).until(() -> changes.get() == 1);
            listener.stop();
            thread.join();
        }
    }
}
