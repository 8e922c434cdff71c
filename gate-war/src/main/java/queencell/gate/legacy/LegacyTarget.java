package queencell.gate.legacy;

/// A v1 target: one node (document, 12.2).
record LegacyTarget(String name, long version, LegacyNode node) {}
