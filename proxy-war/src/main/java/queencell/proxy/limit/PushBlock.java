package queencell.proxy.limit;

/// Why a cluster may not push, worst first; each is answered with 403 (pipeline, 4). Consuming, reading, deleting and
/// configuring go on under all of them.
public enum PushBlock {
    STORAGE(
            "storage_quota_exceeded",
            "pushes are blocked by storage: the cluster retains its max_retained_bytes; consume or delete messages, or raise the plan"),
    MONTHLY(
            "quota_exceeded",
            "pushes are blocked: monthly_msgs_quota is used up; it lifts next calendar month (UTC), or when the plan is raised"),
    STATUS(
            "push_blocked",
            "pushes are blocked by a billing hold; consuming and reading go on, settle the account to push again");

    private final String code;
    private final String text;

    PushBlock(String code, String text) {
        this.code = code;
        this.text = text;
    }

    public String code() {
        return code;
    }

    /// For the client: the cause and the way out.
    public String text() {
        return text;
    }
}
