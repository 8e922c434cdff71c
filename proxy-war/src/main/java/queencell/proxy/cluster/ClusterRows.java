package queencell.proxy.cluster;

import java.util.List;

/// What this room keeps in the database.
public final class ClusterRows {
    public static final List<Class<?>> ALL =
            List.of(TenantRow.class, CellRow.class, PlanRow.class, ClusterRow.class, JsonTextConverter.class);

    private ClusterRows() {}
}
