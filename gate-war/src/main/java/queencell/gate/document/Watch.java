package queencell.gate.document;

import java.util.OptionalLong;

/// Observe, do not enforce (document, 10).
///
/// @param startedAt Unix milliseconds; the server's to set
public record Watch(long durationSeconds, OptionalLong startedAt) {}
