package queencell.gate.stage;

/// What the workers of one stage note for each other and for readers.
record Tally(StageCounters counters, WedgeWatch wedges, PartitionWidth width) {}
