package queencell.proxy.access;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Whom a credential belongs to, before it is known what that one may do on a cluster.
public sealed interface Identity {

    record KeyHolder(ApiKey key) implements Identity {}

    /// A person whose session is live.
    ///
    /// @param cluster the only cluster this session may act on, with `role`; absent in a cookie's session
    /// @param operator a live operator: the bit is set and the cell allows operators
    record Person(UUID user, Instant issuedAt, Optional<UUID> cluster, Role role, boolean operator)
            implements Identity {}

    /// Nothing was asked for (`QUEEN_PROXY_DEV_INSECURE`): everybody has every scope.
    record Unverified() implements Identity {}

    /// 401 `unauthorized`, always with the same text; the reason is for the log.
    record Nobody(String reason) implements Identity {}
}
