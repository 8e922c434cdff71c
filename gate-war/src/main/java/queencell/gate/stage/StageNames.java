package queencell.gate.stage;

/// What a stage is called, for the broker and for people.
///
/// @param stage `application/graph/path/node`
/// @param source queue that is read
/// @param group consumer group
record StageNames(String stage, String source, String group) {}
