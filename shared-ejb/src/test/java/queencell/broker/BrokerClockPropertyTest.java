package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class BrokerClockPropertyTest {

    private static final Instant START = Instant.parse("2026-09-04T10:00:00Z");

    @Property(tries = 500)
    void the_estimate_must_never_be_further_off_than_it_says(
            @ForAll @LongRange(min = -3_600_000, max = 3_600_000) long offsetMillis,
            @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 0, max = 2_000) Integer> ways) {
        Instant now = START;
        var clock = new BrokerClock(InstantSource.fixed(START.plusSeconds(60)));
        for (int i = 0; i < ways.size(); i++) {
            Instant sent = now;
            Instant stamped = sent.plusMillis(ways.get(i)).plusMillis(offsetMillis);
            // the way back is another one than the way there
            Instant received = sent.plusMillis(ways.get(i)).plusMillis(ways.get(ways.size() - 1 - i));
            clock.observed(stamped, sent, received);
            now = received;
        }
        Duration error = clock.offset().minusMillis(offsetMillis).abs();
        assertThat(error).isLessThanOrEqualTo(clock.uncertainty());
    }

    @Property(tries = 300)
    void a_stamp_of_whole_seconds_must_be_right_within_its_second(
            @ForAll @LongRange(min = -100_000, max = 100_000) long offsetMillis,
            @ForAll @IntRange(min = 0, max = 900) int way) {
        var clock = new BrokerClock(InstantSource.fixed(START));
        Instant received = START.plusMillis(2L * way);
        Instant stamped = START.plusMillis(way + offsetMillis);
        clock.observedSecond(Instant.ofEpochSecond(stamped.getEpochSecond()), START, received);
        assertThat(clock.offset().minusMillis(offsetMillis).abs()).isLessThanOrEqualTo(clock.uncertainty());
    }

    @Example
    void a_narrow_reading_must_not_be_replaced_by_a_wide_one_until_it_has_aged() {
        var clock = new BrokerClock(InstantSource.fixed(START));
        clock.observed(START.plusMillis(501), START, START.plusMillis(2));
        clock.observed(START.plusMillis(1_700), START, START.plusMillis(2_000));
        assertThat(clock.offset()).isEqualTo(Duration.ofMillis(500));
        Instant later = START.plus(Duration.ofHours(6));
        clock.observed(later.plusMillis(800), later, later.plusMillis(200));
        assertThat(clock.offset()).isEqualTo(Duration.ofMillis(700));
    }

    @Example
    void a_clock_that_was_set_back_must_not_be_believed_until_it_catches_up() {
        var clock = new BrokerClock(InstantSource.fixed(START.minusSeconds(3600)));
        clock.observed(START.plusMillis(1), START, START.plusMillis(2));

        Instant back = START.minusSeconds(3600);
        clock.observed(START.plusMillis(101), back, back.plusMillis(200));

        assertThat(clock.offset()).isEqualTo(Duration.ofMillis(3_600_001));
    }

    @Example
    void without_any_answer_the_clocks_must_count_as_equal_and_unknown() {
        var clock = new BrokerClock(InstantSource.fixed(START));
        assertThat(clock.now()).isEqualTo(START);
        assertThat(clock.uncertainty()).isGreaterThan(Duration.ofDays(365));
    }
}
