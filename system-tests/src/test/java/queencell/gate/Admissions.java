package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was charged on counters, read from the increments that the broker applied: exact, where arrivals downstream
/// show a settle later than its charge.
///
/// @param charged sum of applied increments by counter, refunds taken off
/// @param fullest highest value that an increment left, by counter
/// @param windows fullest value that was read under each expiry, by counter
record Admissions(Map<String, Long> charged, Map<String, Long> fullest, Map<String, Map<String, Long>> windows) {

    static Admissions of(List<Crossing> crossings, String prefix) {
        var charged = new TreeMap<String, Long>();
        var fullest = new TreeMap<String, Long>();
        var windows = new TreeMap<String, Map<String, Long>>();
        for (Crossing crossing : crossings) {
            boolean kv = crossing.path().equals("/api/v1/kv") || crossing.path().equals("/api/v1/transaction");
            if (kv && crossing.status() == 200 && crossing.text().contains(prefix)) {
                read(crossing, prefix, charged, fullest, windows);
            }
        }
        return new Admissions(charged, fullest, windows);
    }

    private static void read(
            Crossing crossing,
            String prefix,
            Map<String, Long> charged,
            Map<String, Long> fullest,
            Map<String, Map<String, Long>> windows) {
        JsonNode sent = crossing.sent().path("operations");
        JsonNode results = crossing.answered().path("results");
        for (int i = 0; i < results.size(); i++) {
            String key = sent.path(i).path("key").asText();
            JsonNode result = results.path(i);
            result.path("rows").forEach(row -> seen(row, prefix, windows));
            if (sent.path(i).path("op").asText().equals("incr")
                    && key.startsWith(prefix)
                    && result.path("applied").asBoolean()) {
                charged.merge(key, sent.path(i).path("delta").asLong(), Long::sum);
                fullest.merge(key, result.path("value").asLong(), Math::max);
            }
        }
    }

    private static void seen(JsonNode row, String prefix, Map<String, Map<String, Long>> windows) {
        String key = row.path("key").asText();
        if (key.startsWith(prefix) && row.hasNonNull("expiresAt")) {
            windows.computeIfAbsent(key, _ -> new TreeMap<>())
                    .merge(row.path("expiresAt").asText(), row.path("value").asLong(), Math::max);
        }
    }

    long charged(String key) {
        return charged.getOrDefault(key, 0L);
    }

    long fullest(String key) {
        return fullest.getOrDefault(key, 0L);
    }

    /// Fails when a window of the counter began before the one before it had ended: then two were open at once, and
    /// each may have been filled.
    void windowsFollowEachOther(String key, Duration window) {
        List<Instant> ends = windows.getOrDefault(key, Map.of()).keySet().stream()
                .map(OffsetDateTime::parse)
                .map(OffsetDateTime::toInstant)
                .sorted()
                .toList();
        assertThat(ends).as("windows of %s", key).isNotEmpty();
        for (int i = 1; i < ends.size(); i++) {
            assertThat(Duration.between(ends.get(i - 1), ends.get(i)))
                    .as("between the ends %s and %s of windows of %s", ends.get(i - 1), ends.get(i), key)
                    .isGreaterThanOrEqualTo(window);
        }
    }
}
