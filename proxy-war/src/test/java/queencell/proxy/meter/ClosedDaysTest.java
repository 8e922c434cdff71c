package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ClosedDaysTest {
    private static final UUID ACME = new UUID(0, 1);
    private static final UUID BOLT = new UUID(0, 2);
    private static final ClosedDays KNOWN = new ClosedDays(LocalDate.parse("2026-11-29"), Map.of(ACME, 7L));

    @Test
    void nothing_known_must_leave_yesterday_and_today_open_and_no_day_of_another_month() {
        assertThat(ClosedDays.NONE.in(LocalDate.parse("2026-11-30")))
                .isEqualTo(new ClosedDays(LocalDate.parse("2026-11-29"), Map.of()));
        for (String today : List.of("2026-11-01", "2026-11-02")) {
            assertThat(ClosedDays.NONE.in(LocalDate.parse(today)))
                    .as(today)
                    .isEqualTo(new ClosedDays(LocalDate.parse("2026-11-01"), Map.of()));
        }
    }

    @Test
    void what_is_known_must_hold_for_its_month_and_no_other_wherever_the_clock_steps() {
        assertThat(KNOWN.in(LocalDate.parse("2026-11-30"))).isEqualTo(KNOWN);
        assertThat(KNOWN.in(LocalDate.parse("2026-11-03"))).isEqualTo(KNOWN);
        for (String today : List.of("2026-12-01", "2026-10-31", "2025-11-30")) {
            assertThat(KNOWN.in(LocalDate.parse(today)).messages()).as(today).isEmpty();
        }
    }

    @Test
    void a_cluster_that_comes_later_must_be_counted_to_the_same_day() {
        assertThat(KNOWN.unknown(List.of(ACME, BOLT))).containsExactly(BOLT);
        assertThat(KNOWN.with(Map.of(BOLT, 9L))).isEqualTo(new ClosedDays(KNOWN.before(), Map.of(ACME, 7L, BOLT, 9L)));
    }
}
