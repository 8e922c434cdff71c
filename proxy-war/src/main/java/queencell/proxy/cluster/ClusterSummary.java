package queencell.proxy.cluster;

import java.util.UUID;

/// A cluster as lists show it.
///
/// @param status its own stored status, not the effective one
public record ClusterSummary(
        UUID id, String slug, UUID tenantId, String tenantSlug, String status, UUID cellId, String cellSlug) {}
