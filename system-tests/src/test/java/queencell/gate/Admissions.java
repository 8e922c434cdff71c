package queencell.gate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What was charged on counters, read from the increments that the broker applied: exact, where arrivals downstream
/// show a settle later than its charge.
///
/// @param charged sum of applied increments by counter, refunds taken off
/// @param fullest highest value that an increment left, by counter
/// @param windows fullest value under each expiry, by counter
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
        Map<String, String> expiries = new HashMap<>();
        results.forEach(result -> result.path("rows")
                .forEach(row -> expiries.put(
                        row.path("key").asText(), row.path("expiresAt").asText())));
        for (int i = 0; i < results.size(); i++) {
            String key = sent.path(i).path("key").asText();
            JsonNode result = results.path(i);
            if (sent.path(i).path("op").asText().equals("incr")
                    && key.startsWith(prefix)
                    && result.path("applied").asBoolean()) {
                long value = result.path("value").asLong();
                charged.merge(key, sent.path(i).path("delta").asLong(), Long::sum);
                fullest.merge(key, value, Math::max);
                if (expiries.containsKey(key)) {
                    windows.computeIfAbsent(key, _ -> new TreeMap<>()).merge(expiries.get(key), value, Math::max);
                }
            }
        }
    }

    long charged(String key) {
        return charged.getOrDefault(key, 0L);
    }

    long fullest(String key) {
        return fullest.getOrDefault(key, 0L);
    }
}
