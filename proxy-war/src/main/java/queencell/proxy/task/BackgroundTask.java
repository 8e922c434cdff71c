package queencell.proxy.task;

import java.util.Locale;

/// Everything this process does by itself (pipeline, 15). The name is what logs and metrics say.
///
/// Not among them: the invalidation listener, which is one permanent connection and no task, and the sweep of idle
/// buckets, which rides on traffic.
public enum BackgroundTask {
    /// Notes when API keys were last used.
    KEY_TOUCH,
    /// Writes queues and partition counts that requests brought.
    REGISTRY_PERSIST,
    /// Compares the registry, and what is stored, with each broker's own listing.
    REGISTRY_RECONCILE,
    /// Publishes stored bytes to the limiter and moves the storage flags.
    STORAGE_PUMP,
    /// Writes the usage of finished minutes; recovers the disk spool first.
    USAGE_FLUSH,
    /// Rolls days up and prunes what is old.
    USAGE_ROLLUP,
    /// Compares the messages of the month with the quotas (A15).
    MONTHLY_QUOTA,
    /// Compares what was metered with what the brokers counted.
    METER_CHECK,
    /// Forgets revoked tokens that have expired by themselves.
    DENYLIST_SWEEP;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
