package queencell.proxy.access;

import java.util.Set;
import java.util.UUID;

/// Who a verified credential stands for, on the cluster the request acts on.
public sealed interface Principal {
    /// A key bound to one cluster for good.
    record ApiKeyPrincipal(UUID keyId, UUID clusterId, Set<Scope> scopes) implements Principal {
        public ApiKeyPrincipal {
            scopes = Set.copyOf(scopes);
        }
    }

    /// A person with a role on the acting cluster.
    record SessionPrincipal(UUID userId, Role role) implements Principal {}

    /// A live operator: admin on every cluster, without a membership row.
    record OperatorPrincipal(UUID userId) implements Principal {}
}
