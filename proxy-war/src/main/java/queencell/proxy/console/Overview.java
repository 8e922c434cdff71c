package queencell.proxy.console;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The answer of `GET /api/console/overview` (proxy console, 4.1).
///
/// @param limits by column name; `null` is unlimited
public record Overview(
        String slug,
        String status,
        String role,
        Plan plan,
        Usage usage,
        Optional<String> pushBlock,
        Storage storage,
        Map<String, OptionalLong> limits,
        Map<String, Boolean> features) {

    /// @param monthlyMsgsQuota the effective one, which is the one that blocks
    public record Plan(String code, OptionalLong monthlyMsgsQuota) {}

    /// @param month such as `2026-09`
    public record Usage(String month, long msgs) {}

    /// @param retainedBytes absent until they were measured
    public record Storage(OptionalLong maxRetainedBytes, boolean overQuota, OptionalLong retainedBytes) {}
}
