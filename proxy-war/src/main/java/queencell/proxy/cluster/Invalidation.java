package queencell.proxy.cluster;

import java.util.UUID;

/// What must be told when the control plane changes something (pipeline, 11). Called on the listening thread; must not
/// block for long.
public interface Invalidation {

    /// Something about this cluster changed: status, plan, limits, a key, a role.
    void clusterChanged(UUID cluster);

    /// A session was revoked somewhere.
    default void sessionRevoked() {}

    /// Notifications may have been missed.
    void anythingMayHaveChanged();
}
