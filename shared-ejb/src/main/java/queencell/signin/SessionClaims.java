package queencell.signin;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// What a verified session token says (pipeline, 6.3).
///
/// @param role a placeholder unless `cluster` is present
/// @param cluster the only cluster on which `role` counts
/// @param parent `jti` of the session that this token was made from; it ends with that one
public record SessionClaims(
        UUID user,
        String tokenId,
        Instant issuedAt,
        Instant expiresAt,
        String role,
        Optional<UUID> cluster,
        Optional<String> parent) {}
