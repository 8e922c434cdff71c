package queencell.proxy.access;

import java.util.Optional;
import java.util.UUID;
import queencell.proxy.access.Identity.KeyHolder;
import queencell.proxy.access.Identity.Nobody;
import queencell.proxy.access.Identity.Unverified;
import queencell.proxy.cluster.LookupCache.Answer;

/// Finds out whose a credential is (pipeline, 6). Thread-safe.
public final class Identities {
    private final AccessSettings settings;
    private final KeyRing keys;
    private final Sessions sessions;

    public Identities(AccessSettings settings, KeyRing keys, Sessions sessions) {
        this.settings = settings;
        this.keys = keys;
        this.sessions = sessions;
    }

    /// @param mayWait whether the calling thread may wait for the database; a session needs one that may
    public Identity identify(Credential credential, boolean mayWait) {
        if (settings.devInsecure()) {
            return new Unverified();
        }
        return switch (credential) {
            case Credential.None none -> new Nobody("none shown");
            case Credential.ApiKey key -> holderOf(key, mayWait);
            case Credential.Session session -> sessions.identify(session.token());
        };
    }

    /// Whether [#identify] can answer without waiting.
    public boolean knows(Credential credential) {
        if (settings.devInsecure()) {
            return true;
        }
        return switch (credential) {
            case Credential.None none -> true;
            case Credential.ApiKey key -> keys.knows(key.keyHash());
            case Credential.Session session -> false;
        };
    }

    /// The cluster that a known key is bound to; empty for everything else.
    public Optional<UUID> clusterOf(Credential credential) {
        return credential instanceof Credential.ApiKey key
                ? keys.remembered(key.keyHash()).map(ApiKey::clusterId)
                : Optional.empty();
    }

    private Identity holderOf(Credential.ApiKey key, boolean mayWait) {
        return switch (keys.find(key.keyHash(), mayWait)) {
            case Answer.Found<ApiKey>(ApiKey found) -> new KeyHolder(found);
            case Answer.Missing<ApiKey> missing -> new Nobody("key unknown or revoked");
            case Answer.Unanswered<ApiKey> unanswered -> new Nobody("key not known and the database does not answer");
        };
    }
}
