package queencell.proxy.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;

/// The last uses of keys at the stop (pipeline, 14.3).
class KeyUsesTest {
    private static final ApiKey KEY = new ApiKey(UUID.randomUUID(), UUID.randomUUID(), EnumSet.of(Scope.READ));

    private static KeyRing over(KeyRing.Source source) {
        return new KeyRing(
                Optional.of(source),
                Duration.ofMinutes(10),
                Duration.ofSeconds(5),
                Runnable::run,
                System::nanoTime,
                new SimpleMeterRegistry());
    }

    private abstract static class OneKey implements KeyRing.Source {
        @Override
        public Optional<ApiKey> findByHash(String keyHash) {
            return Optional.of(KEY);
        }
    }

    /// The driver gives a silent server up after a minute; the process is killed long before.
    @Test
    void a_database_that_hangs_would_hold_up_the_stop() {
        var never = new CountDownLatch(1);
        KeyRing keys = over(new OneKey() {
            @Override
            public void touch(Collection<UUID> used) {
                try {
                    never.await();
                } catch (InterruptedException given) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        keys.find("hash", true);
        try (var log = new HeardLog()) {
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> keys.writeLastUses(Duration.ofMillis(50)));
            assertThat(log.lines("key_uses_dropped")).singleElement().asString().contains("waited_ms=50");
        } finally {
            never.countDown();
        }
    }

    @Test
    void a_database_that_answers_must_hear_of_the_last_uses() {
        List<UUID> touched = new ArrayList<>();
        KeyRing keys = over(new OneKey() {
            @Override
            public void touch(Collection<UUID> used) {
                touched.addAll(used);
            }
        });
        keys.find("hash", true);
        keys.writeLastUses(Duration.ofSeconds(20));
        assertThat(touched).containsExactly(KEY.id());
    }
}
