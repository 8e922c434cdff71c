package queencell.gate.stage;

import java.time.Duration;
import queencell.settings.Says;
import queencell.settings.Setting;

/// How a stage claims and holds work (runtime, 19). Read once at start.
public record StageSettings(
        @Says("Lease of a claim, and of the queues that Gate owns. A claim that is left alone comes back after it.")
        @Setting(env = "GATE_LEASE_SECONDS", byDefault = "10", min = 1, max = 86_400)
        int leaseSeconds,

        @Says("Length of one long-poll. A stage without work asks the broker once in this time and worker.")
        @Setting(env = "GATE_POLL_TIMEOUT_SECONDS", byDefault = "30", min = 1, max = 3_600)
        int pollTimeoutSeconds,

        @Says("Longest time one claim is held while its budgets are spent; a longer wait leaves it to its lease."
                + " 0 holds nothing beyond a wait of zero.")
        @Setting(env = "GATE_MAX_PARK_MS", byDefault = "30000", min = 0)
        Duration maxPark,

        @Says("How far before its start a graph begins to read an interior queue that its group has never read."
                + " Covers clocks that differ.")
        @Setting(env = "GATE_INTERIOR_SEED_SKEW_SECONDS", byDefault = "120", min = 0, max = 600)
        int interiorSeedSkewSeconds,

        @Says("`true` acknowledges every message of a settled claim instead of the last one:"
                + " for brokers where the shorter form is not proven. Costs a third more broker CPU.")
        @Setting(env = "GATE_ACK_EACH", byDefault = "false")
        boolean ackEach,

        @Says("`true` lets the charge ride in the settling transaction of stages with one worker and counters of their"
                + " own: one call less per claim, while the counter's row stays locked for the whole transaction."
                + " Other replicas then make it slower, never wrong.")
        @Setting(env = "GATE_CHARGE_IN_SETTLE", byDefault = "false")
        boolean chargeInSettle) {

    /// A third of the lease, at most 3 s and at least 0.5 s (runtime, 3).
    public Duration renewEvery() {
        return Duration.ofMillis(Math.clamp(leaseSeconds * 1000L / 3, 500, 3000));
    }
}
