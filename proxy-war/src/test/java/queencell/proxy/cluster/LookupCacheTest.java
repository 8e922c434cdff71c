package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.cluster.LookupScene.GRACE;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.LookupCache.Answer;

/// How long a row is good for, and how much longer while the database does not answer.
class LookupCacheTest {

    private final LookupScene scene = new LookupScene();

    @Test
    void a_fresh_row_must_not_be_asked_for_again() {
        scene.rows.put("a", "1");
        var cache = scene.cache();

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        scene.pass(Duration.ofSeconds(29));
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));

        assertThat(scene.questions).hasValue(1);
    }

    @Test
    void many_callers_ask_the_database_once() throws InterruptedException {
        scene.rows.put("a", "1");
        var arrived = new CountDownLatch(20);
        var release = new CountDownLatch(1);
        var executor = Executors.newVirtualThreadPerTaskExecutor();
        LookupCache<String, String> cache = new LookupCache<>(
                LookupScene.rules(true, 10, GRACE, Duration.ofSeconds(30)),
                key -> {
                    awaitLatch(release);
                    return scene.ask(key);
                },
                executor,
                scene.nanos::get,
                new SimpleMeterRegistry());
        try (executor) {
            for (int caller = 0; caller < 20; caller++) {
                executor.execute(() -> {
                    arrived.countDown();
                    cache.get("a");
                });
            }
            arrived.await();
            release.countDown();
        }

        assertThat(scene.questions).hasValue(1);
    }

    @Test
    void a_row_that_ran_out_a_moment_ago_is_served_while_it_is_fetched() {
        scene.rows.put("a", "old");
        var cache = scene.cache();
        cache.get("a");
        scene.rows.put("a", "new");
        scene.pass(Duration.ofSeconds(45));
        scene.later = true;

        assertThat(cache.peek("a")).contains(new Answer.Found<>("old"));
        scene.background.remove().run();

        assertThat(cache.peek("a")).contains(new Answer.Found<>("new"));
    }

    @Test
    void a_row_that_ran_out_long_ago_is_not_served_while_the_database_answers() {
        scene.rows.put("a", "old");
        var cache = scene.cache();
        cache.get("a");
        scene.rows.put("a", "new");
        scene.pass(Duration.ofMinutes(5));

        assertThat(cache.peek("a")).isEmpty();
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("new"));
    }

    @Test
    void a_known_row_must_outlive_a_silent_database_for_the_grace_and_no_longer() {
        scene.rows.put("a", "1");
        var cache = scene.cache();
        cache.get("a");
        scene.silent = true;

        scene.pass(Duration.ofSeconds(30).plus(GRACE).minusSeconds(1));
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        scene.pass(Duration.ofSeconds(2));
        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
    }

    @Test
    void a_silent_database_is_left_alone_for_a_second() {
        scene.rows.put("a", "1");
        var cache = scene.cache();
        cache.get("a");
        scene.silent = true;
        scene.pass(Duration.ofMinutes(2));

        scene.mustAskOnceIn(Duration.ofMillis(1001), cache, "a");
    }

    @Test
    void a_database_that_hangs_must_not_hold_up_requests_of_a_known_key() {
        scene.rows.put("a", "1");
        var cache = scene.cache();
        cache.get("a");
        scene.pass(Duration.ofMinutes(2));
        // the look-up is under way and never ends
        scene.later = true;

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        scene.pass(Duration.ofSeconds(1));
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        assertThat(scene.background).hasSize(1);
    }

    @Test
    void without_grace_nothing_old_is_served() {
        scene.rows.put("a", "1");
        var cache = scene.cache(true, 10, Duration.ZERO);
        cache.get("a");
        scene.silent = true;
        scene.pass(Duration.ofSeconds(31));

        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
    }

    @Test
    void a_grace_without_end_must_not_overflow() {
        scene.rows.put("a", "1");
        var cache = scene.cache(true, 10, Duration.ofSeconds(Long.MAX_VALUE / 2));
        cache.get("a");
        scene.silent = true;
        scene.pass(Duration.ofDays(1000));

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
    }

    @Test
    void a_row_that_is_gone_is_never_served_from_the_grace() {
        scene.rows.put("a", "1");
        var cache = scene.cache();
        cache.get("a");
        scene.rows.clear();
        scene.pass(Duration.ofMinutes(2));

        assertThat(cache.get("a")).isInstanceOf(Answer.Missing.class);
        scene.silent = true;
        scene.pass(Duration.ofSeconds(6));
        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
