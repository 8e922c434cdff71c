package queencell.gate.graph;

import java.util.Map;
import java.util.OptionalLong;
import queencell.gate.plan.CompileOptions;
import queencell.settings.Says;
import queencell.settings.Setting;

/// How graphs are compiled, kept and watched over (runtime, 19). Read once at start.
public record GraphSettings(
        @Says("Namespace of counters and documents in the broker's key/value store."
                + " Several Gates on one broker share budgets exactly when they share it.")
        @Setting(env = "GATE_KV_NAMESPACE", byDefault = "gate")
        String kvNamespace,

        @Says("Messages per claim where a node declares none.")
        @Setting(env = "GATE_STAGE_BATCH", byDefault = "200", min = 1, max = 1000)
        int stageBatch,

        @Says("Workers of every stage where a node declares none; 0 derives them from the budget.")
        @Setting(env = "GATE_STAGE_CONCURRENCY", byDefault = "0", min = 0, max = 4096)
        int stageConcurrency,

        @Says("Items per second that one worker is counted on when workers are derived.")
        @Setting(env = "GATE_LANE_CAPACITY", byDefault = "1000", min = 1)
        int laneCapacity,

        @Says("How often a message of an owned queue may fail before it is dead-lettered.")
        @Setting(env = "GATE_RETRY_LIMIT", byDefault = "3", min = 0, max = 1000)
        int retryLimit,

        @Says("How often the stored documents are compared with what runs here.")
        @Setting(env = "GATE_RECONCILE_SECONDS", byDefault = "15", min = 1, max = 86_400)
        int reconcileSeconds) {

    private static final String NAMESPACE = "[a-z0-9][a-z0-9._-]{0,63}";

    public GraphSettings {
        if (!kvNamespace.matches(NAMESPACE)) {
            throw new IllegalArgumentException(
                    "GATE_KV_NAMESPACE is `%s`: give 1 to 64 of a-z, 0-9, `.`, `_` and `-`, starting with a letter or digit"
                            .formatted(kvNamespace));
        }
    }

    public CompileOptions compileOptions() {
        OptionalLong workers = stageConcurrency > 0 ? OptionalLong.of(stageConcurrency) : OptionalLong.empty();
        return new CompileOptions(stageBatch, workers, laneCapacity, Map.of());
    }
}
