package queencell.gate.stage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import queencell.broker.Ack;
import queencell.broker.AckStatus;
import queencell.broker.BrokerClient;
import queencell.broker.TimeLimits;

/// Hands held partitions back when their stage stops, so that whoever comes next need not wait for their leases
/// (wire, 22.5). Settles nothing and charges no retry.
final class GiveBack {
    /// A stop does not wait long for a broker that may be down: the leases end by themselves.
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final BrokerClient broker;
    private final String group;

    GiveBack(BrokerClient broker, String group) {
        this.broker = broker.within(new TimeLimits(SHORT, SHORT, SHORT, SHORT, SHORT, SHORT));
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
