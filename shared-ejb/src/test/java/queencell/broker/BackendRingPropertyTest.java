package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class BackendRingPropertyTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final BitSet NONE = new BitSet();

    @Property(tries = 300)
    void a_key_must_stay_on_its_broker(
            @ForAll @AlphaChars @StringLength(min = 1, max = 20) String key,
            @ForAll @IntRange(min = 2, max = 6) int size) {
        var one = new BackendRing(urls(size), BackendStrategy.AFFINITY);
        var other = new BackendRing(urls(size), BackendStrategy.AFFINITY);
        int chosen = one.choose(key, NONE, 0);
        assertThat(one.choose(key, NONE, SECOND)).isEqualTo(chosen);
        assertThat(other.choose(key, NONE, 0)).as("another process").isEqualTo(chosen);
    }

    @Property(tries = 300)
    void a_broker_that_fails_must_move_its_own_keys_only(
            @ForAll @AlphaChars @StringLength(min = 1, max = 20) String key,
            @ForAll @IntRange(min = 2, max = 6) int size,
            @ForAll @IntRange(max = 5) int failing) {
        var ring = new BackendRing(urls(size), BackendStrategy.AFFINITY);
        int failed = failing % size;
        int before = ring.choose(key, NONE, 0);
        ring.failed(failed, 0);
        int during = ring.choose(key, NONE, 4 * SECOND);
        if (before == failed) {
            assertThat(during).isNotEqualTo(failed);
        } else {
            assertThat(during).isEqualTo(before);
        }
        assertThat(ring.choose(key, NONE, 5 * SECOND)).as("after 5 s").isEqualTo(before);
    }

    @Property(tries = 100)
    void a_new_broker_must_take_keys_and_leave_the_others_where_they_are(@ForAll @IntRange(min = 2, max = 6) int size) {
        var before = new BackendRing(urls(size), BackendStrategy.AFFINITY);
        var after = new BackendRing(urls(size + 1), BackendStrategy.AFFINITY);
        for (int i = 0; i < 200; i++) {
            String key = "shop.q%d:*:g".formatted(i);
            assertThat(after.choose(key, NONE, 0)).as(key).isIn(before.choose(key, NONE, 0), size);
        }
    }

    @Example
    void keys_must_be_spread_over_all_brokers() {
        var ring = new BackendRing(urls(3), BackendStrategy.AFFINITY);
        var counts = new HashMap<Integer, Integer>();
        IntStream.range(0, 3000).forEach(i -> counts.merge(ring.choose("q" + i + ":*:g", NONE, 0), 1, Integer::sum));
        assertThat(counts).hasSize(3);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(300, 2000));
    }

    @Example
    void calls_without_a_key_must_rotate() {
        var ring = new BackendRing(urls(3), BackendStrategy.AFFINITY);
        var seen = new ArrayList<Integer>();
        IntStream.range(0, 6).forEach(i -> seen.add(ring.choose("", NONE, 0)));
        assertThat(seen).containsExactly(0, 1, 2, 0, 1, 2);
    }

    @Example
    void a_session_must_leave_its_broker_only_when_that_fails_and_then_stay_with_the_next() {
        var ring = new BackendRing(urls(3), BackendStrategy.SESSION);
        assertThat(ring.choose("a", NONE, 0)).isZero();
        ring.failed(0, 0);
        assertThat(ring.choose("b", NONE, SECOND)).isEqualTo(1);
        assertThat(ring.choose("c", NONE, 60 * SECOND)).isEqualTo(1);
    }

    @Example
    void every_broker_must_be_tried_once_before_one_is_tried_again() {
        var ring = new BackendRing(urls(4), BackendStrategy.AFFINITY);
        var tried = new BitSet();
        var order = new HashSet<Integer>();
        for (int i = 0; i < 4; i++) {
            int backend = ring.choose("key", tried, 0);
            ring.failed(backend, 0);
            tried.set(backend);
            order.add(backend);
        }
        assertThat(order).hasSize(4);
        assertThat(ring.choose("key", tried, 0)).as("all down: use one anyway").isBetween(0, 3);
    }

    @Example
    void the_hash_must_be_the_one_of_the_other_clients() {
        assertThat(BackendRing.fnv1a("")).isEqualTo(0x811c9dc5L);
        assertThat(BackendRing.fnv1a("a")).isEqualTo(0xe40c292cL);
        assertThat(BackendRing.fnv1a("foobar")).isEqualTo(0xbf9cf968L);
    }

    private static List<String> urls(int size) {
        return IntStream.range(0, size)
                .mapToObj(i -> "http://broker-%d:6632".formatted(i))
                .toList();
    }
}
