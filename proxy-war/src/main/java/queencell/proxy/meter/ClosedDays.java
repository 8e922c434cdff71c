package queencell.proxy.meter;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Messages of the days of a month that hardly change any more, so that a count need not read their minutes again: only
/// usage that comes days late changes them.
///
/// @param before the first UTC day that is not among them
/// @param messages by cluster
record ClosedDays(LocalDate before, Map<UUID, Long> messages) {

    /// Of a month that nobody counts.
    static final ClosedDays NONE = new ClosedDays(LocalDate.EPOCH, Map.of());

    ClosedDays {
        messages = Collections.unmodifiableMap(messages);
    }

    /// As far as they are known and of the month of `today`; else nobody's, of the days before yesterday.
    ClosedDays in(LocalDate today) {
        YearMonth month = YearMonth.from(today);
        if (YearMonth.from(before).equals(month)) {
            return this;
        }
        LocalDate first = month.atDay(1);
        LocalDate yesterday = today.minusDays(1);
        return new ClosedDays(yesterday.isBefore(first) ? first : yesterday, Map.of());
    }

    List<UUID> unknown(Collection<UUID> clusters) {
        return clusters.stream()
                .filter(cluster -> !messages.containsKey(cluster))
                .toList();
    }

    ClosedDays with(Map<UUID, Long> more) {
        Map<UUID, Long> all = new HashMap<>(messages);
        all.putAll(more);
        return new ClosedDays(before, all);
    }
}
