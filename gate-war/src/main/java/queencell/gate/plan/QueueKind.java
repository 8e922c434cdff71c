package queencell.gate.plan;

/// Who feeds a queue and whose it is (document, 7.6).
public enum QueueKind {
    OWNED_INGRESS("ingress", true),
    INTERIOR("interior", true),
    USER_INGRESS("ingress (yours)", false),
    EGRESS("egress", false);

    private final String word;
    private final boolean ownedByGate;

    QueueKind(String word, boolean ownedByGate) {
        this.word = word;
        this.ownedByGate = ownedByGate;
    }

    /// As API answers spell it.
    public String word() {
        return word;
    }

    /// Whether it is configured at the broker on every declare; any other is never created and never touched.
    public boolean ownedByGate() {
        return ownedByGate;
    }
}
