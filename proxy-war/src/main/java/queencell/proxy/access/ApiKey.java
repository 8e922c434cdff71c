package queencell.proxy.access;

import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;

/// A live API key: what it opens, not the key itself.
public record ApiKey(UUID id, UUID clusterId, Set<Scope> scopes) {
    private static final UUID NIL = new UUID(0, 0);

    public ApiKey {
        scopes = Set.copyOf(scopes);
    }

    /// What every request is taken for where no credential is read ([Identity.Unverified]).
    public static ApiKey ofEverybody(UUID cluster) {
        return new ApiKey(NIL, cluster, EnumSet.allOf(Scope.class));
    }
}
