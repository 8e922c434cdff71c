package queencell.gate.plan;

import static java.math.BigInteger.valueOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class SubWindowPropertyTest {

    @Property
    void the_enforced_rate_never_exceeds_the_declared_one(
            @ForAll @LongRange(min = 1) long count,
            @ForAll @LongRange(min = 100, max = 3_153_600_000_000L) long timeMillis,
            @ForAll @LongRange(min = 0, max = 3600) long parts) {
        var window = SubWindow.of(count, timeMillis, parts == 0 ? OptionalLong.empty() : OptionalLong.of(parts));
        assertThat(valueOf(window.count()).multiply(valueOf(timeMillis)))
                .as("%s", window)
                .isLessThanOrEqualTo(valueOf(count).multiply(valueOf(1000)).multiply(valueOf(window.seconds())));
        // and no window is a second longer than that needs
        assertThat(window.seconds() == 1
                        || valueOf(window.count())
                                        .multiply(valueOf(timeMillis))
                                        .compareTo(valueOf(count)
                                                .multiply(valueOf(1000))
                                                .multiply(valueOf(window.seconds() - 1)))
                                > 0)
                .as("%s", window)
                .isTrue();
    }

    @Property
    void nonsense_must_not_throw(
            @ForAll long count, @ForAll long timeMillis, @ForAll long parts, @ForAll double share) {
        for (OptionalLong declared : List.of(OptionalLong.empty(), OptionalLong.of(parts))) {
            var window = SubWindow.of(count, timeMillis, declared);
            assertThat(window.parts()).isPositive();
            assertThat(window.count()).isPositive();
            assertThat(window.seconds()).isPositive();
            assertThat(window.ceiling(share)).isBetween(0L, window.count());
        }
    }

    @Property
    void a_ceiling_grows_with_its_share_up_to_the_window(
            @ForAll @LongRange(min = 1) long count,
            @ForAll @DoubleRange(min = 0, max = 1) double one,
            @ForAll @DoubleRange(min = 0, max = 1) double other) {
        var window = new SubWindow(1, count, 1);
        assertThat(window.ceiling(Math.max(one, other))).isGreaterThanOrEqualTo(window.ceiling(Math.min(one, other)));
        assertThat(window.ceiling(1)).isEqualTo(count);
        assertThat(window.ceiling(0)).isZero();
    }

    /// A counter as the broker keeps it: it lives `seconds` from its first charge, and a charge that would lift it
    /// above the charging path's ceiling is refused.
    private static final class Counter {
        private final SubWindow window;
        private long value;
        private long expiresAt = Long.MIN_VALUE;

        private Counter(SubWindow window) {
            this.window = window;
        }

        boolean charge(long cost, double share, long now) {
            long used = now >= expiresAt ? 0 : value;
            if (used + cost > window.ceiling(share)) {
                return false;
            }
            if (now >= expiresAt) {
                expiresAt = now + window.seconds();
            }
            value = used + cost;
            return true;
        }
    }

    private record Admitted(long at, long cost) {}

    @Property(tries = 500)
    void paths_together_never_get_more_than_the_window_nor_twice_that_around_a_boundary(
            @ForAll @LongRange(min = 1, max = 500) long count,
            @ForAll @LongRange(min = 100, max = 120_000) long timeMillis,
            @ForAll @Size(min = 1, max = 4) List<@DoubleRange(min = 0.01, max = 1) Double> shares,
            @ForAll @IntRange(min = 1, max = 7) int mostExpensive,
            @ForAll long seed) {
        var window = SubWindow.of(count, timeMillis, OptionalLong.empty());
        var counter = new Counter(window);
        var random = new Random(seed);
        List<Admitted> admitted = new ArrayList<>();
        List<Long> windowTotals = new ArrayList<>();
        long now = 0;
        long openWindow = Long.MIN_VALUE;
        for (int i = 0; i < 400; i++) {
            now += random.nextInt(3);
            long cost = 1 + random.nextInt(mostExpensive);
            if (counter.charge(cost, shares.get(random.nextInt(shares.size())), now)) {
                admitted.add(new Admitted(now, cost));
                if (counter.expiresAt != openWindow) {
                    openWindow = counter.expiresAt;
                    windowTotals.add(0L);
                }
                windowTotals.set(windowTotals.size() - 1, windowTotals.getLast() + cost);
            }
        }
        assertThat(windowTotals).allSatisfy(total -> assertThat(total).isLessThanOrEqualTo(window.count()));
        for (Admitted first : admitted) {
            long span = admitted.stream()
                    .filter(item -> item.at() >= first.at() && item.at() < first.at() + window.seconds())
                    .mapToLong(Admitted::cost)
                    .sum();
            assertThat(span).isLessThanOrEqualTo(2 * window.count());
        }
    }
}
