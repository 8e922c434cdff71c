package queencell.proxy.cluster;

import java.util.UUID;

/// Everything resolution yields about one cluster (pipeline, 3.4). Immutable, so that a request sees one state of it.
///
/// @param brokerTenantUuid the identity the broker knows; sent as `x-queen-tenant`, never the tenant's id
/// @param baseUrl of the cell's broker, without a trailing slash
/// @param status already the worse of tenant and cluster
/// @param limits already merged with the cluster's overrides
public record ClusterContext(
        UUID id,
        UUID tenantId,
        UUID brokerTenantUuid,
        String slug,
        String baseUrl,
        CellSecret cellSecret,
        EffectiveStatus status,
        EffectiveLimits limits,
        Features features) {

    public ClusterContext {
        int end = baseUrl.length();
        while (end > 0 && baseUrl.charAt(end - 1) == '/') {
            end--;
        }
        baseUrl = baseUrl.substring(0, end);
    }
}
