package queencell.gate.stage;

import java.time.InstantSource;
import queencell.broker.Bundle;
import queencell.broker.Message;
import queencell.gate.plan.*;

final class Relay {
    private final StagePlan plan;

    Relay(Plan graph, StagePlan plan, InstantSource wall) {
        this.plan = plan;
    }

    void push(Bundle bundle, Message message) {
        for (DestinationPlan d : plan.destinations()) {
            bundle.push(
                    d.queue(),
                    message.partition(),
                    d.derivesTransactionId() ? message.transactionId() + "-x" : message.transactionId(),
                    out -> out.raw(message.data()));
        }
    }
}
