package queencell.tenant;

import java.net.URI;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What a test wants of its tenant. Without a word: no limit, every feature, on the cell's own broker.
public final class PlanDraft {

    /// Features of a plan (pipeline, 3.4).
    public enum Feature {
        STREAMS,
        TRACES,
        KV,
        TIMERS,
        EPHEMERAL
    }

    private final Map<String, Object> limits = new TreeMap<>();
    private final Set<Feature> features = EnumSet.allOf(Feature.class);
    private Optional<URI> broker = Optional.empty();
    private Optional<String> secret = Optional.empty();

    public PlanDraft maxReqPerSec(int rate) {
        return limit("max_req_per_sec", rate);
    }

    public PlanDraft reqBurst(int burst) {
        return limit("req_burst", burst);
    }

    public PlanDraft maxMsgsPerSec(int rate) {
        return limit("max_msgs_per_sec", rate);
    }

    public PlanDraft msgsBurst(int burst) {
        return limit("msgs_burst", burst);
    }

    public PlanDraft maxQueues(int queues) {
        return limit("max_queues", queues);
    }

    public PlanDraft maxPartitionsPerQueue(int partitions) {
        return limit("max_partitions_per_queue", partitions);
    }

    public PlanDraft maxParkedPops(int slots) {
        return limit("max_parked_pops", slots);
    }

    public PlanDraft maxPayloadBytes(int bytes) {
        return limit("max_payload_bytes", bytes);
    }

    public PlanDraft maxBatchItems(int items) {
        return limit("max_batch_items", items);
    }

    public PlanDraft maxRetentionSeconds(int seconds) {
        return limit("max_retention_seconds", seconds);
    }

    public PlanDraft without(Feature first, Feature... others) {
        features.removeAll(EnumSet.of(first, others));
        return this;
    }

    /// Puts the tenant on a cell of its own, with this server for a broker.
    public PlanDraft behind(URI server) {
        broker = Optional.of(server);
        return this;
    }

    /// The token that the proxy shows to that broker.
    public PlanDraft cellSecret(String token) {
        secret = Optional.of(token);
        return this;
    }

    private PlanDraft limit(String name, int value) {
        limits.put(name, value);
        return this;
    }

    Map<String, Object> limits() {
        return limits;
    }

    Set<Feature> features() {
        return features;
    }

    Optional<URI> broker() {
        return broker;
    }

    Optional<String> secret() {
        return secret;
    }
}
