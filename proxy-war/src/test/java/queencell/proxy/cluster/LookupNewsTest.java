package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static queencell.proxy.cluster.LookupScene.GRACE;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.LookupCache.Answer;
import queencell.proxy.cluster.LookupScene.Caller;

/// What a notification of a changed row does to what is known, missing or being read.
class LookupNewsTest {

    private final LookupScene scene = new LookupScene();

    @Test
    void a_notification_makes_the_row_be_fetched_before_its_next_use() {
        scene.rows.put("a", "old");
        var cache = scene.cache();
        cache.get("a");
        scene.rows.put("a", "new");
        cache.expire("old"::equals);

        assertThat(cache.peek("a")).isEmpty();
        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("new"));
    }

    @Test
    void a_cluster_stays_known_when_the_database_dies_right_after_a_change() {
        scene.rows.put("a", "1");
        var cache = scene.cache();
        cache.get("a");
        cache.expire(_ -> true);
        scene.silent = true;

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
    }

    @Test
    void a_revoked_key_is_not_served_when_the_database_dies_right_after() {
        scene.rows.put("a", "1");
        var cache = scene.cache(false, 10, GRACE);
        cache.get("a");
        cache.expire(_ -> true);
        scene.silent = true;

        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
    }

    @Test
    void an_answer_read_before_a_change_must_not_count_as_fresh_after_it() {
        scene.rows.put("a", "old");
        var cache = scene.cache();
        scene.afterReading = cache::expireAll;

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("old"));
        assertThat(cache.peek("a")).isEmpty();
    }

    @Test
    void a_request_planned_with_a_good_row_keeps_it_although_a_notification_came_between() {
        scene.rows.put("a", "1");
        var cache = scene.cache(false, 10, GRACE);
        cache.get("a");
        assertThat(cache.knows("a")).isTrue();
        cache.expire(_ -> true);

        assertThat(cache.knows("a")).isFalse();
        assertThat(cache.withoutWaiting("a")).isEqualTo(new Answer.Found<>("1"));
    }

    @Test
    void news_of_a_row_that_nobody_knows_must_end_what_was_missing() {
        scene.rows.put("a", "1");
        var cache = scene.cache();
        cache.get("a");
        assertThat(cache.get("b")).isEqualTo(new Answer.Missing<>());
        scene.rows.put("b", "2");

        cache.expireOrFind("1"::equals);
        assertThat(cache.get("b")).as("news of another row").isEqualTo(new Answer.Missing<>());

        cache.expireOrFind("2"::equals);
        assertThat(cache.get("b")).isEqualTo(new Answer.Found<>("2"));
    }

    @Test
    void a_miss_that_was_read_before_the_news_must_not_be_remembered_after_it() {
        var cache = scene.cache();
        scene.afterReading = () -> {
            scene.rows.put("b", "2");
            cache.expireOrFind("2"::equals);
        };
        assertThat(cache.get("b")).isEqualTo(new Answer.Missing<>());
        scene.afterReading = () -> {};

        assertThat(cache.get("b")).isEqualTo(new Answer.Found<>("2"));
    }

    @Test
    void news_of_another_row_must_not_spoil_a_look_up_in_flight() {
        scene.rows.put("a", "1");
        var cache = scene.cache();
        scene.afterReading = () -> cache.expire("2"::equals);

        assertThat(cache.get("a")).isEqualTo(new Answer.Found<>("1"));
        assertThat(cache.peek("a")).contains(new Answer.Found<>("1"));
        assertThat(scene.questions).hasValue(1);
    }

    @Test
    void news_of_another_row_must_not_make_callers_of_this_one_ask_again() throws Exception {
        scene.rows.put("a", "1");
        var cache = scene.cache();
        var first = scene.callerWhoseLookUpIsPutOff(cache);
        cache.expire("2"::equals);
        var second = Caller.of(cache);
        second.awaitWaiting();
        scene.background.remove().run();

        assertThat(first.answer()).isEqualTo(new Answer.Found<>("1"));
        assertThat(second.answer()).isEqualTo(new Answer.Found<>("1"));
        assertThat(scene.questions).hasValue(1);
    }

    @Test
    void a_caller_that_comes_after_the_news_must_not_get_what_was_read_before_it() throws Exception {
        scene.rows.put("a", "old");
        var cache = scene.cache(false, 10, GRACE);
        var before = scene.callerWhoseLookUpIsPutOff(cache);
        var after = new AtomicReference<Caller>();
        scene.afterReading = () -> {
            scene.afterReading = () -> {};
            scene.rows.put("a", "new");
            cache.expire("old"::equals);
            after.set(Caller.of(cache));
            after.get().awaitWaiting();
        };
        scene.background.remove().run();
        assertThat(before.answer()).isEqualTo(new Answer.Found<>("old"));

        await().until(() -> scene.background.size() == 1);
        scene.background.remove().run();
        assertThat(after.get().answer()).isEqualTo(new Answer.Found<>("new"));
    }

    @Test
    void news_of_a_known_row_must_not_make_a_miss_be_forgotten() {
        scene.rows.put("a", "1");
        var cache = scene.cache();
        cache.get("a");
        scene.afterReading = () -> cache.expireOrFind("1"::equals);

        assertThat(cache.get("x")).isEqualTo(new Answer.Missing<>());
        assertThat(cache.peek("x")).contains(new Answer.Missing<>());
    }
}
