package queencell.gate.plan;

import java.util.Optional;

/// What one item of a node costs (document, 3.2).
///
/// @param path where the item says it; absent: every item costs `byDefault`
/// @param byDefault what an item costs that says nothing usable
/// @param max the most an item may cost; a dearer one is inadmissible, never clipped
public record CostPlan(Optional<PayloadPath> path, long byDefault, long max) {}
