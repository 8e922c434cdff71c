package queencell.gate.stage;

import java.util.ArrayList;
import java.util.List;
import queencell.broker.Ack;
import queencell.broker.AckStatus;
import queencell.broker.BrokerClient;

/// Hands held partitions back when their stage stops, so that whoever comes next need not wait for their leases
/// (wire, 22.5). Settles nothing and charges no retry.
final class GiveBack {
    private final BrokerClient broker;
    private final String group;

    GiveBack(BrokerClient broker, String group) {
        this.broker = broker;
        this.group = group;
    }

    void all(List<Holding> holdings) {
        var acks = new ArrayList<Ack>(holdings.size());
        for (Holding holding : holdings) {
            if (!holding.done() && !holding.lease().lost()) {
                acks.add(Ack.of(holding.head().message(), AckStatus.RETRY));
            }
            holding.end();
        }
        if (!acks.isEmpty()) {
            // whatever the broker says: what it does not take comes back after its lease
            broker.ack(group, acks);
        }
    }
}
