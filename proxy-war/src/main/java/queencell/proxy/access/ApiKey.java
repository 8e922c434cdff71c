package queencell.proxy.access;

import java.util.Set;
import java.util.UUID;

/// A live API key: what it opens, not the key itself.
public record ApiKey(UUID id, UUID clusterId, Set<Scope> scopes) {
    public ApiKey {
        scopes = Set.copyOf(scopes);
    }
}
