package queencell.gate.plan;

import java.util.Optional;

/// Where a node hands work over to the application.
///
/// @param group of the application's workers, asked about for the ETA
public record EgressPlan(String queue, Optional<String> group) {}
