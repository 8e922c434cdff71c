package queencell.proxy.access;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.database.Pxdb;

/// Reads API keys by their hash, and notes when they were used. Blocks.
public final class ApiKeys implements KeyRing.Source {
    private final Pxdb pxdb;

    public ApiKeys(Pxdb pxdb) {
        this.pxdb = pxdb;
    }

    /// The live key with this SHA-256 (64 lower-case hexadecimal digits). A revoked one is as unknown as any other.
    @Override
    public Optional<ApiKey> findByHash(String keyHash) {
        return pxdb.read(entities -> entities.createQuery(
                                "select k from ApiKeyRow k where k.keyHash = :hash and k.revokedAt is null",
                                ApiKeyRow.class)
                        .setParameter("hash", keyHash)
                        .getResultStream()
                        .findFirst())
                .map(ApiKeyRow::toApiKey);
    }

    /// Sets `last_used_at` of all of them in one statement.
    @Override
    public void touch(Collection<UUID> keys) {
        pxdb.write(entities -> touch(entities, keys));
    }

    private static int touch(EntityManager entities, Collection<UUID> keys) {
        return entities.createNativeQuery("update queen_proxy.api_keys set last_used_at = now() where id in"
                        + " (select id from queen_proxy.api_keys where id = any(cast(?1 as uuid[]))"
                        + " order by id for update skip locked)")
                .setParameter(1, arrayText(keys))
                .executeUpdate();
    }

    private static String arrayText(Collection<UUID> keys) {
        return "{" + String.join(",", keys.stream().map(UUID::toString).toList()) + "}";
    }
}
