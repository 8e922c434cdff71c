package queencell.broker;

import java.util.List;

/// What one key/value operation brought (wire, 10.3).
public sealed interface KvResult
        permits KvResult.Found, KvResult.Missing, KvResult.Rows, KvResult.Written, KvResult.Lost, IncrResult {

    /// A `get` that met a live key.
    record Found(KvRow row) implements KvResult {}

    /// A `get` that met none.
    record Missing(String key) implements KvResult {}

    /// A `getMany` or `getPrefix`.
    ///
    /// @param missing keys that do not exist, in request order; always empty for a prefix
    /// @param truncated keys were cut; for a prefix, go on after `nextAfter`
    /// @param nextAfter empty when there is no next page
    record Rows(List<KvRow> rows, List<String> missing, boolean truncated, String nextAfter) implements KvResult {
        public Rows {
            rows = List.copyOf(rows);
            missing = List.copyOf(missing);
        }
    }

    /// A `put`, `putIfAbsent` or `delete` that was applied.
    record Written(String key, long version) implements KvResult {}

    /// A `put`, `putIfAbsent` or `delete` that met another state.
    ///
    /// @param reason `exists`, `absent` or `version`
    /// @param value the current value, JSON `null` when there is none
    /// @param version the current version, 0 when there is none
    record Lost(String key, String reason, RawJson value, long version) implements KvResult {}
}
