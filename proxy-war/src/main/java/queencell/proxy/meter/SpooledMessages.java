package queencell.proxy.meter;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Messages that this process has counted and that lie in the spool: the database does not know them yet, and the
/// monthly quota must; or that it came to know too late for a count. What an earlier process left there is not among
/// them. Not thread-safe; the flusher guards it.
final class SpooledMessages {
    private final Set<UUID> batches = new HashSet<>();
    private final Map<Key, Long> messages = new HashMap<>();

    private record Key(UUID cluster, YearMonth month) {}

    void spooled(UsageBatch batch) {
        if (batches.add(batch.id())) {
            batch.lines().forEach(line -> messages.merge(key(line), line.used().msgs(), Long::sum));
        }
    }

    void written(UsageBatch batch) {
        if (batches.remove(batch.id())) {
            // a batch that was cut off on the disk may come back with fewer rows than it went with
            batch.lines()
                    .forEach(line -> messages.computeIfPresent(
                            key(line), (_, sum) -> Math.max(0, sum - line.used().msgs())));
        }
        if (batches.isEmpty()) {
            messages.clear();
        }
    }

    long of(UUID cluster, YearMonth month) {
        return messages.getOrDefault(new Key(cluster, month), 0L);
    }

    private static Key key(UsageLine line) {
        return new Key(line.cluster(), monthOf(line.minute()));
    }

    static YearMonth monthOf(long minute) {
        return YearMonth.from(Instant.ofEpochSecond(minute * 60).atOffset(ZoneOffset.UTC));
    }
}
