package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was charged on counters, read from what the broker applied: exact, where arrivals downstream show a
/// settle later than its charge.
final class Admissions {
    private final String prefix;
    /// Sum of applied increments by counter, refunds taken off.
    private final Map<String, Long> charged = new TreeMap<>();
    /// Highest value that an increment left, by counter.
    private final Map<String, Long> fullest = new TreeMap<>();
    /// Fullest value that was read under each expiry, by counter.
    private final Map<String, Map<String, Long>> windows = new TreeMap<>();
    /// What a write of a counter left, by the version that it got.
    private final Map<String, Map<Long, Long>> left = new HashMap<>();

    private final Map<String, Integer> refunds = new HashMap<>();
    /// What lowered a counter and is no refund of one known charge, in words.
    private final Map<String, List<String>> unfounded = new HashMap<>();

    private Admissions(String prefix) {
        this.prefix = prefix;
    }

    static Admissions of(List<Crossing> crossings, String prefix) {
        var read = new Admissions(prefix);
        List<Crossing> calls = crossings.stream()
                .filter(crossing -> crossing.path().equals("/api/v1/kv")
                        && crossing.status() == 200
                        && crossing.text().contains(prefix))
                .toList();
        calls.forEach(read::charges);
        // a refund names a version that its charge got
        calls.forEach(read::versions);
        calls.forEach(read::refunds);
        return read;
    }

    private interface Use {
        void of(String key, JsonNode sent, JsonNode result);
    }

    private void each(Crossing crossing, String op, Use use) {
        JsonNode sent = crossing.sent().path("operations");
        JsonNode results = crossing.answered().path("results");
        for (int i = 0; i < results.size(); i++) {
            String key = sent.path(i).path("key").asText();
            if (sent.path(i).path("op").asText().equals(op)
                    && key.startsWith(prefix)
                    && results.path(i).path("applied").asBoolean()) {
                use.of(key, sent.path(i), results.path(i));
            }
        }
    }

    private void charges(Crossing crossing) {
        crossing.answered()
                .path("results")
                .forEach(result -> result.path("rows").forEach(this::seen));
        each(crossing, "incr", (key, sent, result) -> {
            long delta = sent.path("delta").asLong();
            charged.merge(key, delta, Long::sum);
            fullest.merge(key, result.path("value").asLong(), Math::max);
            if (delta < 0) {
                unfounded(key, "an increment of " + delta);
            }
        });
    }

    private void versions(Crossing crossing) {
        each(crossing, "incr", (key, _, result) -> left(key, result, result.path("value")));
        each(crossing, "put", (key, sent, result) -> left(key, result, sent.path("value")));
    }

    private void left(String key, JsonNode result, JsonNode value) {
        left.computeIfAbsent(key, _ -> new HashMap<>())
                .put(result.path("version").asLong(), value.asLong());
    }

    private void refunds(Crossing crossing) {
        each(crossing, "put", (key, sent, _) -> {
            long now = sent.path("value").asLong();
            Long before =
                    left.getOrDefault(key, Map.of()).get(sent.path("expect").asLong());
            if (before == null || before < now) {
                unfounded(key, "a write of " + sent);
            } else {
                charged.merge(key, now - before, Long::sum);
                refunds.merge(key, 1, Integer::sum);
            }
        });
    }

    private void unfounded(String key, String what) {
        unfounded.computeIfAbsent(key, _ -> new ArrayList<>()).add(what);
    }

    private void seen(JsonNode row) {
        String key = row.path("key").asText();
        if (key.startsWith(prefix) && row.hasNonNull("expiresAt")) {
            windows.computeIfAbsent(key, _ -> new TreeMap<>())
                    .merge(row.path("expiresAt").asText(), row.path("value").asLong(), Math::max);
        }
    }

    Map<String, Long> charged() {
        return charged;
    }

    long charged(String key) {
        return charged.getOrDefault(key, 0L);
    }

    /// Fullest value that was read under each expiry.
    Map<String, Long> windows(String key) {
        return windows.getOrDefault(key, Map.of());
    }

    /// Fails when a window admitted more than its ceiling: when a counter went above it, or below what was admitted,
    /// so that the same units were spent twice.
    void keepWithin(String key, long ceiling) {
        assertThat(fullest.getOrDefault(key, 0L))
                .as("the most that %s ever held", key)
                .isBetween(1L, ceiling);
        assertThat(unfounded.getOrDefault(key, List.of()))
                .as("what lowered %s", key)
                .isEmpty();
    }

    /// Fails when a window of the counter began before the one before it had ended: then two were open at once, and
    /// each may have been filled. A refund moves the end of its window a little.
    void windowsFollowEachOther(String key, Duration window) {
        List<Instant> ends = windows(key).keySet().stream()
                .map(OffsetDateTime::parse)
                .map(OffsetDateTime::toInstant)
                .sorted()
                .toList();
        assertThat(ends).as("windows of %s", key).isNotEmpty();
        var early = new ArrayList<Instant>();
        for (int i = 1; i < ends.size(); i++) {
            if (Duration.between(ends.get(i - 1), ends.get(i)).compareTo(window) < 0) {
                early.add(ends.get(i));
            }
        }
        assertThat(early)
                .as("ends of windows of %s that are no window after the one before", key)
                .hasSizeLessThanOrEqualTo(refunds.getOrDefault(key, 0));
    }
}
