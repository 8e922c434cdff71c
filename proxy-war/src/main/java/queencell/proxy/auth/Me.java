package queencell.proxy.auth;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Who the caller is and which clusters it may choose (proxy console, 7.6).
///
/// @param role the token's claim, a placeholder, not a permission; likewise `cluster`
/// @param principal present for an API key only, likewise the two behind it
public record Me(
        Optional<UUID> userId,
        Optional<String> email,
        Optional<String> tenantSlug,
        boolean isOperator,
        boolean operatorEnabled,
        boolean operatorLive,
        Optional<Acting> actingCluster,
        List<Choice> clusters,
        String actClusterHeader,
        Optional<String> role,
        Optional<UUID> cluster,
        @JsonInclude(JsonInclude.Include.NON_NULL) String principal,
        @JsonInclude(JsonInclude.Include.NON_NULL) UUID keyId,
        @JsonInclude(JsonInclude.Include.NON_NULL) KeyScopes scopes) {

    public record Acting(UUID id, String slug) {}

    public record Choice(
            UUID id,
            String slug,
            Optional<String> role,
            Optional<String> tenantSlug,
            UUID tenantId,
            String status,
            Optional<String> cellSlug) {}

    public record KeyScopes(boolean produce, boolean consume, boolean admin, boolean read) {}
}
