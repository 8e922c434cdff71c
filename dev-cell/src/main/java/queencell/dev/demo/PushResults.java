package queencell.dev.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What the broker said of each pushed order. Not thread-safe.
///
/// `buffered` is taken as well as `queued` is: the database did not take it in time, so the broker wrote it to its
/// disk and stores it by itself a little later. Only its place among the orders of its shop is not promised then.
final class PushResults {
    private static final String QUEUED = "queued";
    private static final String BUFFERED = "buffered";

    private final Map<String, Integer> byStatus = new TreeMap<>();
    private final Set<String> lateShops = new HashSet<>();

    /// @param pushed the items of one request
    /// @param results of the answer, in the order of the request
    void note(List<Order> pushed, JsonNode results) {
        for (int i = 0; i < pushed.size(); i++) {
            String status = results.path(i).path("status").asText("no answer");
            byStatus.merge(status, 1, Integer::sum);
            if (status.equals(BUFFERED)) {
                lateShops.add(pushed.get(i).shop());
            }
        }
    }

    int accepted() {
        return byStatus.getOrDefault(QUEUED, 0) + buffered();
    }

    int buffered() {
        return byStatus.getOrDefault(BUFFERED, 0);
    }

    /// Whether the orders of this shop come in the order in which they were pushed.
    boolean keepsOrder(String shop) {
        return !lateShops.contains(shop);
    }

    int lateShops() {
        return lateShops.size();
    }

    /// How often the broker said what, for example `{buffered=8, queued=1992}`.
    @Override
    public String toString() {
        return byStatus.toString();
    }
}
