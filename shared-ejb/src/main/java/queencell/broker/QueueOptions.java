package queencell.broker;

/// The complete set of options of a queue that we own (wire, 11.2 and 22.7). Complete, because a broker
/// before 1.6.0 resets what is missing; for our own queues only, because nothing can read foreign settings
/// first (trap 7).
///
/// @param namespace discovery label
/// @param leaseTimeSeconds `leaseTime`
/// @param dedupWindowSeconds `dedupWindowSeconds`; 0 switches duplicate detection off
/// @param completedRetentionSeconds `completedRetentionSeconds`; widens the time in which a message can
///     be acked
public record QueueOptions(
        String namespace,
        String task,
        long leaseTimeSeconds,
        int retryLimit,
        boolean deadLetterQueue,
        boolean dlqAfterMaxRetries,
        boolean retentionEnabled,
        long retentionSeconds,
        long completedRetentionSeconds,
        long maxWaitTimeSeconds,
        long dedupWindowSeconds,
        long delayedProcessingSeconds,
        long windowBufferSeconds,
        long minPopWaitTimeMillis,
        boolean encryptionEnabled) {

    /// What a queue between two hops of a graph needs (22.7): what every group has passed is kept for 30
    /// days, so that a month-old backlog can still be acked.
    public static QueueOptions owned(String namespace, long leaseTimeSeconds, int retryLimit) {
        return new QueueOptions(
                namespace, "", leaseTimeSeconds, retryLimit, true, true, true, 0, 2_592_000, 0, 3600, 0, 0, 0, false);
    }

    void write(JsonBuffer out, String queue) {
        out.ascii("{\"queue\":").string(queue);
        out.ascii(",\"namespace\":").string(namespace);
        out.ascii(",\"task\":").string(task);
        out.ascii(",\"options\":{\"leaseTime\":").number(leaseTimeSeconds);
        out.ascii(",\"retryLimit\":").number(retryLimit);
        flag(out, "deadLetterQueue", deadLetterQueue);
        flag(out, "dlqAfterMaxRetries", dlqAfterMaxRetries);
        flag(out, "retentionEnabled", retentionEnabled);
        option(out, "retentionSeconds", retentionSeconds);
        option(out, "completedRetentionSeconds", completedRetentionSeconds);
        option(out, "maxWaitTimeSeconds", maxWaitTimeSeconds);
        option(out, "dedupWindowSeconds", dedupWindowSeconds);
        option(out, "delayedProcessing", delayedProcessingSeconds);
        option(out, "windowBuffer", windowBufferSeconds);
        option(out, "minPopWaitTime", minPopWaitTimeMillis);
        flag(out, "encryptionEnabled", encryptionEnabled);
        out.ascii("}}");
    }

    private static void option(JsonBuffer out, String name, long value) {
        out.ascii(",\"").ascii(name).ascii("\":").number(value);
    }

    private static void flag(JsonBuffer out, String name, boolean value) {
        out.ascii(",\"").ascii(name).ascii(value ? "\":true" : "\":false");
    }
}
