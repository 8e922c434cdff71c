package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import queencell.proxy.cluster.LookupCache.Answer;

/// A database and a clock as a test plays them: time stands still until it is moved, and the database answers what the
/// test says, or nothing.
final class LookupScene {
    static final Duration GRACE = Duration.ofMinutes(10);

    final AtomicLong nanos =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(5).toNanos());
    final Map<String, String> rows = new ConcurrentHashMap<>();
    final AtomicInteger questions = new AtomicInteger();
    /// Look-ups that were put off.
    final Queue<Runnable> background = new ConcurrentLinkedQueue<>();
    /// Happens between the reading of a row and the answer.
    volatile Runnable afterReading = () -> {};
    volatile boolean silent;
    /// Whether look-ups are put off until the test runs them.
    volatile boolean later;

    LookupCache<String, String> cache(Duration patience) {
        return cache(true, 10, GRACE, patience);
    }

    LookupCache<String, String> cache(boolean graceAfterNotice, int mostMissing, Duration grace) {
        return cache(graceAfterNotice, mostMissing, grace, Duration.ofSeconds(20));
    }

    LookupCache<String, String> cache(boolean graceAfterNotice, int mostMissing, Duration grace, Duration patience) {
        return new LookupCache<>(
                rules(graceAfterNotice, mostMissing, grace, patience),
                this::ask,
                this::run,
                nanos::get,
                new SimpleMeterRegistry());
    }

    static LookupCache.Rules rules(boolean graceAfterNotice, int mostMissing, Duration grace, Duration patience) {
        return new LookupCache.Rules(
                "test",
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                grace,
                graceAfterNotice,
                Duration.ofSeconds(5),
                mostMissing,
                patience,
                Duration.ofMillis(50));
    }

    LookupCache<String, String> cache() {
        return cache(true, 10, GRACE);
    }

    Optional<String> ask(String key) {
        questions.incrementAndGet();
        if (silent) {
            throw new IllegalStateException("no answer");
        }
        Optional<String> read = Optional.ofNullable(rows.get(key));
        afterReading.run();
        return read;
    }

    private void run(Runnable task) {
        if (later) {
            background.add(task);
        } else {
            task.run();
        }
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /// Asks for the key twice, and once more after a pause: the database hears of it once, and once more.
    void mustAskOnceIn(Duration pause, LookupCache<String, String> cache, String key) {
        int before = questions.get();
        cache.get(key);
        cache.get(key);
        assertThat(questions).hasValue(before + 1);
        pass(pause);
        cache.get(key);
        assertThat(questions).hasValue(before + 2);
    }

    /// Asks for `a` in a thread of its own, and returns once its look-up is put off.
    Caller callerWhoseLookUpIsPutOff(LookupCache<String, String> cache) {
        later = true;
        var caller = Caller.of(cache);
        await().until(() -> background.size() == 1);
        return caller;
    }

    /// Asks for `a` in a thread of its own.
    record Caller(Thread thread, CompletableFuture<Answer<String>> told) {
        static Caller of(LookupCache<String, String> cache) {
            var told = new CompletableFuture<Answer<String>>();
            return new Caller(Thread.ofPlatform().daemon().start(() -> told.complete(cache.get("a"))), told);
        }

        void awaitWaiting() {
            await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        }

        Answer<String> answer() throws Exception {
            return told.get(30, TimeUnit.SECONDS);
        }
    }
}
