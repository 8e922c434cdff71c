package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.cluster.LookupScene.GRACE;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.LookupCache.Answer;

/// Keys that no row has, or that nobody can tell while the database does not answer.
class LookupUnknownKeyTest {

    private final LookupScene scene = new LookupScene();

    @Test
    void an_unknown_key_costs_one_question_in_five_seconds() {
        scene.mustAskOnceIn(Duration.ofSeconds(6), scene.cache(), "x");
    }

    @Test
    void a_flood_of_unknown_keys_must_not_grow_the_memory() {
        var cache = scene.cache(true, 10, GRACE);
        for (int key = 0; key < 1000; key++) {
            cache.get("unknown-" + key);
        }

        assertThat(cache.missingEntries()).isEqualTo(10);
        scene.pass(Duration.ofSeconds(6));
        cache.get("another");
        assertThat(cache.missingEntries()).isEqualTo(1);
    }

    @Test
    @Timeout(60)
    void an_unknown_key_must_not_wait_for_a_database_that_is_known_to_be_silent() {
        var cache = scene.cache(Duration.ofHours(1));
        scene.silent = true;
        assertThat(cache.get("a")).isInstanceOf(Answer.Unanswered.class);
        // the look-ups that follow hang
        scene.later = true;

        assertThat(cache.get("b")).isInstanceOf(Answer.Unanswered.class);
        assertThat(scene.background).as("asked in the scene.background").hasSize(1);
    }

    @Test
    void a_flood_of_unknown_keys_must_not_queue_up_at_a_silent_database() {
        var cache = scene.cache();
        scene.silent = true;
        cache.get("a");
        scene.later = true;
        for (int key = 0; key < 200; key++) {
            assertThat(cache.get("unknown-" + key)).isInstanceOf(Answer.Unanswered.class);
        }

        assertThat(scene.background).hasSize(16);
    }

    @Test
    void a_database_that_is_back_must_be_believed_at_once() throws Exception {
        scene.rows.put("b", "2");
        var cache = scene.cache();
        scene.silent = true;
        cache.get("a");
        scene.silent = false;

        assertThat(cache.get("b")).isEqualTo(new Answer.Found<>("2"));
        var patient = scene.callerWhoseLookUpIsPutOff(cache);
        patient.awaitWaiting();
        scene.rows.put("a", "1");
        scene.background.remove().run();
        assertThat(patient.answer()).isEqualTo(new Answer.Found<>("1"));
    }

    /// A thousand requests a second would write as many lines for as long as the database is away.
    @Test
    void an_outage_must_not_fill_the_log() {
        var cache = scene.cache();
        scene.silent = true;
        try (var log = new HeardLog()) {
            for (int key = 0; key < 100; key++) {
                cache.get("known-to-nobody-" + key);
                scene.pass(Duration.ofMillis(99));
            }
            assertThat(log.lines("lookup_unanswered"))
                    .singleElement()
                    .asString()
                    .contains(" WARN ", "cache=test", "suppressed=0");

            scene.pass(Duration.ofMillis(200));
            cache.get("another");
            assertThat(log.lines("lookup_unanswered"))
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("suppressed=99");
        }
    }
}
