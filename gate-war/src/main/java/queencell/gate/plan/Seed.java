package queencell.gate.plan;

import java.util.Locale;

/// Where a new consumer group starts (document, 7.7).
public enum Seed {
    /// At the oldest retained message: a backlog there is the work to pace.
    HEAD,
    /// At the start of the runtime: old frames of an interior queue belong to other paths.
    TAIL;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
