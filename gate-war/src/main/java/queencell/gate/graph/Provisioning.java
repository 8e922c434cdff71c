package queencell.gate.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import queencell.broker.BrokerClient;
import queencell.broker.QueueDetail;
import queencell.broker.QueueOptions;
import queencell.broker.Reply;
import queencell.gate.plan.Plan;
import queencell.gate.plan.QueueKind;
import queencell.gate.plan.QueuePlan;
import queencell.gate.rule.Facts;

/// Sets up the queues that Gate owns, and looks at those that it does not (runtime, 11.2). Blocking; any thread.
///
/// A queue of the application is never created and never configured: a configure call would reset its settings.
final class Provisioning {
    private final BrokerClient broker;
    private final int leaseSeconds;
    private final int retryLimit;

    Provisioning(BrokerClient broker, int leaseSeconds, int retryLimit) {
        this.broker = broker;
        this.leaseSeconds = leaseSeconds;
        this.retryLimit = retryLimit;
    }

    /// Configures the owned queues in plan order, up to the first failure.
    ///
    /// @return that failure
    Optional<String> provision(Plan plan) {
        QueueOptions options = QueueOptions.owned(plan.namespace(), leaseSeconds, retryLimit);
        for (QueuePlan queue : plan.queues()) {
            if (queue.kind().ownedByGate()) {
                switch (broker.admin().configure(queue.name(), options)) {
                    case Reply.Answered<String> answered -> {}
                    case Reply.Absent<String> absent -> {
                        return Optional.of("queue `%s`: %s".formatted(queue.name(), absent.text()));
                    }
                    case Reply.Failed<String> failed -> {
                        return Optional.of("queue `%s`: %s"
                                .formatted(queue.name(), failed.failure().text()));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /// What the broker says about the ingress queues of the application. No answer costs advice, never a refusal.
    Map<String, Facts.Queue> look(Plan plan) {
        var facts = new HashMap<String, Facts.Queue>();
        for (QueuePlan queue : plan.queues()) {
            if (queue.kind() == QueueKind.USER_INGRESS) {
                switch (broker.admin().queue(queue.name())) {
                    case Reply.Answered<QueueDetail>(QueueDetail detail) -> facts.put(queue.name(), fact(detail));
                    case Reply.Absent<QueueDetail> absent ->
                        facts.put(queue.name(), new Facts.Queue(false, OptionalLong.empty(), Optional.empty()));
                    case Reply.Failed<QueueDetail> failed -> {}
                }
            }
        }
        return facts;
    }

    private static Facts.Queue fact(QueueDetail detail) {
        int partitions = detail.partitions().size();
        return new Facts.Queue(
                true,
                partitions > 0 ? OptionalLong.of(partitions) : OptionalLong.empty(),
                Optional.ofNullable(detail.options().get("retentionSeconds"))
                        .filter(seconds -> !seconds.equals("0") && !seconds.equals("null"))
                        .map(seconds -> "retentionSeconds " + seconds));
    }
}
