package queencell.proxy.access;

import java.util.List;

/// What this room keeps in the database.
public final class AccessRows {
    public static final List<Class<?>> ALL = List.of(
            ApiKeyRow.class,
            UserRow.class,
            IdentityRow.class,
            ClusterRoleRow.class,
            RevokedTokenRow.class,
            InstantConverter.class,
            TextArrayConverter.class);

    private AccessRows() {}
}
