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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import queencell.proxy.cluster.LookupCache.Answer;

/// Time stands still until a test moves it; the database answers what a test says, or nothing.
class LookupCacheTest {
    private static final Duration GRACE = Duration.ofMinutes(10);

    private final AtomicLong nanos =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(5).toNanos());
    private final Map<String, String> rows = new ConcurrentHashMap<>();
    private final AtomicInteger questions = new AtomicInteger();
    private final Queue<Runnable> background = new ConcurrentLinkedQueue<>();
    private volatile Runnable afterReading = () -> {};
    private volatile boolean silent;
    private volatile boolean later;

    private LookupCache<String, String> cache(Duration patience) {
        return cache(true, 10, GRACE, patience);
    }

    private LookupCache<String, String> cache(boolean graceAfterNotice, int mostMissing, Duration grace) {
        return cache(graceAfterNotice, mostMissing, grace, Duration.ofSeconds(20));
    }

    private LookupCache<String, String> cache(
            boolean graceAfterNotice, int mostMissing, Duration grace, Duration patience) {
        var rules = new LookupCache.Rules(
                "test",
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                grace,
                graceAfterNotice,
                Duration.ofSeconds(5),
                mostMissing,
                patience,
                Duration.ofMillis(50));
        return new LookupCache<>(rules, this::ask, this::run, nanos::get, new SimpleMeterRegistry());
    }

    private LookupCache<String, String> cache() {
        return cache(true, 10, GRACE);
    }

    private Optional<String> ask(String key) {
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

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void a_fresh_row_must_not_be_asked_for_again() {
        rows.put("a", "1");
        var cache = cache();

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        pass(Duration.ofSeconds(29));
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));

        assertThat(questions).hasValue(1);
    }

    @Test
    void a_row_that_ran_out_a_moment_ago_is_served_while_it_is_fetched() {
        rows.put("a", "old");
        var cache = cache();
        cache.get("a");
        rows.put("a", "new");
        pass(Duration.ofSeconds(45));
        later = true;

        assertThat(cache.peek("a")).contains(new Answer.Found<>("old"));
        background.remove().run();

        assertThat(cache.peek("a")).contains(new Answer.Found<>("new"));
    }

    @Test
    void a_row_that_ran_out_long_ago_is_not_served_while_the_database_answers() {
        rows.put("a", "old");
        var cache = cache();
        cache.get("a");
        rows.put("a", "new");
        pass(Duration.ofMinutes(5));

        assertThat(cache.peek("a")).isEmpty();
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("new"));
    }

    @Test
    void a_known_row_must_outlive_a_silent_database_for_the_grace_and_no_longer() {
        rows.put("a", "1");
        var cache = cache();
        cache.get("a");
        silent = true;

        pass(Duration.ofSeconds(30).plus(GRACE).minusSeconds(1));
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        pass(Duration.ofSeconds(2));
        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
    }

    @Test
    void a_silent_database_is_left_alone_for_a_second() {
        rows.put("a", "1");
        var cache = cache();
        cache.get("a");
        silent = true;
        pass(Duration.ofMinutes(2));

        cache.get("a");
        cache.get("a");
        assertThat(questions).hasValue(2);
        pass(Duration.ofMillis(1001));
        cache.get("a");
        assertThat(questions).hasValue(3);
    }

    @Test
    void a_database_that_hangs_must_not_hold_up_requests_of_a_known_key() {
        rows.put("a", "1");
        var cache = cache();
        cache.get("a");
        pass(Duration.ofMinutes(2));
        // the look-up is under way and never ends
        later = true;

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        pass(Duration.ofSeconds(1));
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        assertThat(background).hasSize(1);
    }

    @Test
    void without_grace_nothing_old_is_served() {
        rows.put("a", "1");
        var cache = cache(true, 10, Duration.ZERO);
        cache.get("a");
        silent = true;
        pass(Duration.ofSeconds(31));

        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
    }

    @Test
    void a_grace_without_end_must_not_overflow() {
        rows.put("a", "1");
        var cache = cache(true, 10, Duration.ofSeconds(Long.MAX_VALUE / 2));
        cache.get("a");
        silent = true;
        pass(Duration.ofDays(1000));

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
    }

    @Test
    void a_row_that_is_gone_is_never_served_from_the_grace() {
        rows.put("a", "1");
        var cache = cache();
        cache.get("a");
        rows.clear();
        pass(Duration.ofMinutes(2));

        assertThat(cache.get("a")).isInstanceOf(Answer.Missing.class);
        silent = true;
        pass(Duration.ofSeconds(6));
        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
    }

    @Test
    void a_notification_makes_the_row_be_fetched_before_its_next_use() {
        rows.put("a", "old");
        var cache = cache();
        cache.get("a");
        rows.put("a", "new");
        cache.expire("old"::equals);

        assertThat(cache.peek("a")).isEmpty();
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("new"));
    }

    @Test
    void a_cluster_stays_known_when_the_database_dies_right_after_a_change() {
        rows.put("a", "1");
        var cache = cache();
        cache.get("a");
        cache.expire(_ -> true);
        silent = true;

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
    }

    @Test
    void a_revoked_key_is_not_served_when_the_database_dies_right_after() {
        rows.put("a", "1");
        var cache = cache(false, 10, GRACE);
        cache.get("a");
        cache.expire(_ -> true);
        silent = true;

        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
    }

    @Test
    void an_answer_read_before_a_change_must_not_count_as_fresh_after_it() {
        rows.put("a", "old");
        var cache = cache();
        afterReading = cache::expireAll;

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("old"));
        assertThat(cache.peek("a")).isEmpty();
    }

    @Test
    void many_callers_ask_the_database_once() throws InterruptedException {
        rows.put("a", "1");
        var arrived = new CountDownLatch(20);
        var release = new CountDownLatch(1);
        var executor = Executors.newVirtualThreadPerTaskExecutor();
        var rules = new LookupCache.Rules(
                "test",
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                GRACE,
                true,
                Duration.ofSeconds(5),
                10,
                Duration.ofSeconds(30),
                Duration.ofMillis(50));
        LookupCache<String, String> cache = new LookupCache<>(
                rules,
                key -> {
                    awaitLatch(release);
                    return ask(key);
                },
                executor,
                nanos::get,
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

        assertThat(questions).hasValue(1);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_flood_of_unknown_keys_must_not_grow_the_memory() {
        var cache = cache(true, 10, GRACE);
        for (int key = 0; key < 1000; key++) {
            cache.get("unknown-" + key);
        }

        assertThat(cache.missingEntries()).isEqualTo(10);
        pass(Duration.ofSeconds(6));
        cache.get("another");
        assertThat(cache.missingEntries()).isEqualTo(1);
    }

    @Test
    void an_unknown_key_costs_one_question_in_five_seconds() {
        var cache = cache();
        cache.get("x");
        cache.get("x");
        assertThat(questions).hasValue(1);
        pass(Duration.ofSeconds(6));
        cache.get("x");
        assertThat(questions).hasValue(2);
    }

    @Test
    void a_request_planned_with_a_good_row_keeps_it_although_a_notification_came_between() {
        rows.put("a", "1");
        var cache = cache(false, 10, GRACE);
        cache.get("a");
        assertThat(cache.knows("a")).isTrue();
        cache.expire(_ -> true);

        assertThat(cache.knows("a")).isFalse();
        assertThat(cache.withoutWaiting("a")).isEqualTo(new Answer.Found<>("1"));
    }

    @Test
    void news_of_a_row_that_nobody_knows_must_end_what_was_missing() {
        rows.put("a", "1");
        var cache = cache();
        cache.get("a");
        assertThat(cache.get("b")).isEqualTo(new Answer.Missing<>());
        rows.put("b", "2");

        cache.expireOrFind("1"::equals);
        assertThat(cache.get("b")).as("news of another row").isEqualTo(new Answer.Missing<>());

        cache.expireOrFind("2"::equals);
        assertThat(cache.get("b")).isEqualTo(new Answer.Found<>("2"));
    }

    @Test
    void a_miss_that_was_read_before_the_news_must_not_be_remembered_after_it() {
        var cache = cache();
        afterReading = () -> {
            rows.put("b", "2");
            cache.expireOrFind("2"::equals);
        };
        assertThat(cache.get("b")).isEqualTo(new Answer.Missing<>());
        afterReading = () -> {};

        assertThat(cache.get("b")).isEqualTo(new Answer.Found<>("2"));
    }

    @Test
    void news_of_another_row_must_not_spoil_a_look_up_in_flight() {
        rows.put("a", "1");
        var cache = cache();
        afterReading = () -> cache.expire("2"::equals);

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        assertThat(cache.peek("a")).contains(new Answer.Found<>("1"));
        assertThat(questions).hasValue(1);
    }

    @Test
    void news_of_another_row_must_not_make_callers_of_this_one_ask_again() throws Exception {
        rows.put("a", "1");
        var cache = cache();
        later = true;
        var first = Caller.of(cache);
        await().until(() -> background.size() == 1);
        cache.expire("2"::equals);
        var second = Caller.of(cache);
        second.awaitWaiting();
        background.remove().run();

        assertThat(first.answer()).isEqualTo(new Answer.Found<>("1"));
        assertThat(second.answer()).isEqualTo(new Answer.Found<>("1"));
        assertThat(questions).hasValue(1);
    }

    @Test
    void a_caller_that_comes_after_the_news_must_not_get_what_was_read_before_it() throws Exception {
        rows.put("a", "old");
        var cache = cache(false, 10, GRACE);
        later = true;
        var before = Caller.of(cache);
        await().until(() -> background.size() == 1);
        var after = new AtomicReference<Caller>();
        afterReading = () -> {
            afterReading = () -> {};
            rows.put("a", "new");
            cache.expire("old"::equals);
            after.set(Caller.of(cache));
            after.get().awaitWaiting();
        };
        background.remove().run();
        assertThat(before.answer()).isEqualTo(new Answer.Found<>("old"));

        await().until(() -> background.size() == 1);
        background.remove().run();
        assertThat(after.get().answer()).isEqualTo(new Answer.Found<>("new"));
    }

    @Test
    void news_of_a_known_row_must_not_make_a_miss_be_forgotten() {
        rows.put("a", "1");
        var cache = cache();
        cache.get("a");
        afterReading = () -> cache.expireOrFind("1"::equals);

        assertThat(cache.get("x")).isEqualTo(new Answer.Missing<>());
        assertThat(cache.peek("x")).contains(new Answer.Missing<>());
    }

    @Test
    @Timeout(60)
    void an_unknown_key_must_not_wait_for_a_database_that_is_known_to_be_silent() {
        var cache = cache(Duration.ofHours(1));
        silent = true;
        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
        // the look-ups that follow hang
        later = true;

        assertThat(cache.get("b")).isInstanceOf(Answer.Unanswered.class);
        assertThat(background).as("asked in the background").hasSize(1);
    }

    @Test
    void a_flood_of_unknown_keys_must_not_queue_up_at_a_silent_database() {
        var cache = cache();
        silent = true;
        cache.get("a");
        later = true;
        for (int key = 0; key < 200; key++) {
            assertThat(cache.get("unknown-" + key)).isInstanceOf(Answer.Unanswered.class);
        }

        assertThat(background).hasSize(16);
    }

    @Test
    void a_database_that_is_back_must_be_believed_at_once() throws Exception {
        rows.put("b", "2");
        var cache = cache();
        silent = true;
        cache.get("a");
        silent = false;

        assertThat(cache.get("b")).isEqualTo(new Answer.Found<>("2"));
        later = true;
        var patient = Caller.of(cache);
        await().until(() -> background.size() == 1);
        patient.awaitWaiting();
        rows.put("a", "1");
        background.remove().run();
        assertThat(patient.answer()).isEqualTo(new Answer.Found<>("1"));
    }

    /// Asks for `a` in a thread of its own.
    private record Caller(Thread thread, CompletableFuture<Answer<String>> told) {
        static Caller of(LookupCache<String, String> cache) {
            var told = new CompletableFuture<Answer<String>>();
            return new Caller(Thread.ofPlatform().daemon().start(() -> told.complete(cache.get("a"))), told);
        }

        void awaitWaiting() {
            Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        }

        Answer<String> answer() throws Exception {
            return told.get(30, TimeUnit.SECONDS);
        }
    }
}
