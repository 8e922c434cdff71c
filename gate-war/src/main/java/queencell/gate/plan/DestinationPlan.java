package queencell.gate.plan;

/// Where a stage pushes what it admitted (document, 7.2, 7.3, 6.4).
///
/// @param node the next node; the stage's own for a terminal push
/// @param label of a derived transaction id
/// @param derivesTransactionId otherwise the message's own id is carried on
/// @param requiresPathStamp several stages read the queue, so the payload must be an object that can carry the stamp
/// @param terminal into an egress queue
public record DestinationPlan(
        String node,
        String queue,
        String label,
        boolean derivesTransactionId,
        boolean requiresPathStamp,
        boolean terminal) {}
