package queencell.gate.stage;

import java.time.InstantSource;
import java.util.List;
import queencell.broker.Bundle;
import queencell.broker.Message;
import queencell.gate.item.Stamp;
import queencell.gate.item.TransactionIds;
import queencell.gate.plan.DestinationPlan;
import queencell.gate.plan.Plan;
import queencell.gate.plan.StagePlan;

/// Writes the pushes of an admitted message: same partition, stamped payload, one per destination (runtime, 9.1 to
/// 9.3).
/// Thread-safe.
final class Relay {
    private final List<Branch> branches;
    private final InstantSource wall;

    private record Branch(DestinationPlan destination, Stamp stamp) {}

    Relay(Plan plan, StagePlan stage, InstantSource wall) {
        this.wall = wall;
        this.branches = stage.destinations().stream()
                .map(destination -> new Branch(
                        destination, Stamp.onPath(plan.graph(), stage.path(), stage.hop() + 1, destination.node())))
                .toList();
    }

    void push(Bundle bundle, Item.Work work) {
        Message message = work.message();
        long now = wall.millis();
        for (Branch branch : branches) {
            byte[] payload = branch.stamp().on(work.payload(), now);
            bundle.push(
                    branch.destination().queue(),
                    message.partition(),
                    transactionId(branch.destination(), message),
                    out -> out.raw(payload, 0, payload.length));
        }
    }

    /// Payload bytes that [#push] writes, without the stamps.
    long bytesOf(Item.Work work) {
        return (long) work.message().data().length() * branches.size();
    }

    private static String transactionId(DestinationPlan destination, Message message) {
        return destination.derivesTransactionId()
                ? TransactionIds.derive(message.transactionId(), destination.label())
                : message.transactionId();
    }
}
