package queencell.proxy.cluster;

import java.util.UUID;

/// The one cluster of a proxy without a database (pipeline, 3.5).
final class DevStatic {
    private static final UUID NIL = new UUID(0, 0);
    private static final UUID DEFAULT_TENANT = new UUID(0, 1);

    private DevStatic() {}

    static ClusterContext of(ClusterSettings settings, String brokerUrl) {
        return new ClusterContext(
                NIL,
                NIL,
                Ids.parse(settings.devTenant()).orElse(DEFAULT_TENANT),
                "dev",
                brokerUrl,
                CellSecret.of(settings.devCellToken().reveal()),
                EffectiveStatus.ACTIVE,
                EffectiveLimits.unlimited(),
                Features.all());
    }
}
