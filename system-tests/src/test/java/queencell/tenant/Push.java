package queencell.tenant;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import queencell.http.Answer;

/// A push of one item, sent as often as wanted.
public final class Push {

    private final Tenant tenant;
    private final Map<String, Object> item = new LinkedHashMap<>();

    Push(Tenant tenant, String queue) {
        this.tenant = tenant;
        item.put("queue", queue);
        item.put("payload", Map.of("n", 1));
    }

    public Push partition(String name) {
        item.put("partition", name);
        return this;
    }

    public Push transactionId(String id) {
        item.put("transactionId", id);
        return this;
    }

    public Push payload(Object value) {
        item.put("payload", value);
        return this;
    }

    public Answer once() {
        return tenant.post("/api/v1/push", body());
    }

    /// One after the other, as fast as they are answered.
    public List<Answer> times(int count) {
        return IntStream.range(0, count).mapToObj(_ -> once()).toList();
    }

    public String body() {
        return Tenants.text(Map.of("items", List.of(item)));
    }
}
