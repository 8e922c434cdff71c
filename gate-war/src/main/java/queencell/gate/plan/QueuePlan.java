package queencell.gate.plan;

import java.util.OptionalLong;

/// A queue the plan reads or writes (document, 7.6).
///
/// @param partitions observed, else declared; unknown for interior and egress queues
public record QueuePlan(String name, QueueKind kind, OptionalLong partitions) {}
