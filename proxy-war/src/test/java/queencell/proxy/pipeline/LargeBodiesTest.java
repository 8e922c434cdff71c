package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LargeBodiesTest {
    /// Daemons, and nobody waits for those that never have their turn.
    private final Executor threads = Thread::startVirtualThread;

    private final LargeBodies bodies = new LargeBodies(2);

    @Test
    void eight_large_bodies_at_once_took_the_heap() throws Exception {
        var begun = new AtomicInteger();
        var go = new CountDownLatch(1);
        List<CompletableFuture<Integer>> judged = new ArrayList<>();
        for (int each = 0; each < 8; each++) {
            int body = each;
            judged.add(CompletableFuture.supplyAsync(
                    () -> bodies.inTurn(() -> {
                        begun.incrementAndGet();
                        awaitOpen(go);
                        return body;
                    }),
                    threads));
        }
        await().until(() -> begun.get() == 2);
        await().during(Duration.ofMillis(100)).until(() -> begun.get() == 2);

        go.countDown();
        for (int each = 0; each < 8; each++) {
            assertThat(judged.get(each).get(10, TimeUnit.SECONDS)).isEqualTo(each);
        }
    }

    @Test
    void a_body_that_is_refused_kept_its_place_for_ever() {
        for (int each = 0; each < 5; each++) {
            assertThat(CompletableFuture.supplyAsync(
                            () -> bodies.inTurn(() -> {
                                throw new IllegalStateException("refused");
                            }),
                            threads))
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("refused");
        }
        assertThat(CompletableFuture.supplyAsync(() -> bodies.inTurn(() -> "judged"), threads))
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo("judged");
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
