package queencell.proxy.cluster;

/// What a cluster may do at all: the worse of its tenant's status and its own (control plane, 5.3).
public enum EffectiveStatus {
    ACTIVE,
    /// Pushes are refused, everything else goes on.
    PUSH_BLOCKED,
    /// Refused with 403 `cluster_suspended`, whatever the route.
    SUSPENDED,
    /// As suspended.
    DELETING;

    /// A word that is unknown counts as suspended: fail closed.
    public static EffectiveStatus worse(String tenantStatus, String clusterStatus) {
        EffectiveStatus tenant = ofTenant(tenantStatus);
        EffectiveStatus cluster = ofCluster(clusterStatus);
        return tenant.compareTo(cluster) >= 0 ? tenant : cluster;
    }

    public boolean refusesEverything() {
        return this == SUSPENDED || this == DELETING;
    }

    private static EffectiveStatus ofTenant(String status) {
        return switch (status) {
            case "active" -> ACTIVE;
            case "grace" -> PUSH_BLOCKED;
            case "deleting" -> DELETING;
            default -> SUSPENDED;
        };
    }

    private static EffectiveStatus ofCluster(String status) {
        return switch (status) {
            case "active" -> ACTIVE;
            case "push_blocked" -> PUSH_BLOCKED;
            case "deleting" -> DELETING;
            default -> SUSPENDED;
        };
    }
}
