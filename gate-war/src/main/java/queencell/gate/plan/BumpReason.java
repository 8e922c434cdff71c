package queencell.gate.plan;

/// The seven changes that need a new version, because work or spending would be lost without anyone having said so
/// (document, 11).
public enum BumpReason {
    WATCH_MODE("the graph changes between observing and enforcing; its queues and groups stay the same"),
    COUNTER_REPLACED("the new counter starts at zero while the old one still runs: a window of double spending"),
    NODE_REMOVED("its interior queue keeps work that nobody reads"),
    SCOPE_CHANGED("different counters would go by one name"),
    INGRESS_MOVED("the old queue keeps its backlog"),
    PATH_REMOVED("its consumer groups disappear"),
    HOP_REMOVED("what is in the queue before that hop is stranded");

    private final String why;

    BumpReason(String why) {
        this.why = why;
    }

    /// What is lost, as a clause that follows "because".
    public String why() {
        return why;
    }
}
