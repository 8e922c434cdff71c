package queencell.gate.graph;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import queencell.broker.BrokerClient;
import queencell.broker.QueueDetail;
import queencell.broker.QueueOptions;
import queencell.broker.Reply;
import queencell.gate.plan.Plan;
import queencell.gate.plan.QueueKind;
import queencell.gate.plan.QueuePlan;
import queencell.gate.rule.Facts;
import queencell.task.SideBySide;

/// Sets up the queues that Gate owns, and looks at those that it does not (runtime, 11.2). Blocking; any thread.
///
/// A queue of the application is never created and never configured: a configure call would reset its settings.
final class Provisioning {
    private static final int AT_ONCE = 8;

    private final BrokerClient broker;
    private final int leaseSeconds;
    private final int retryLimit;

    Provisioning(BrokerClient broker, int leaseSeconds, int retryLimit) {
        this.broker = broker;
        this.leaseSeconds = leaseSeconds;
        this.retryLimit = retryLimit;
    }

    /// Configures the owned queues, some at a time, until one fails. A caller waits for all of them, and each is a
    /// transaction of its own at the broker.
    ///
    /// @return the first failure
    Optional<String> provision(Plan plan) {
        QueueOptions options = QueueOptions.owned(plan.namespace(), leaseSeconds, retryLimit);
        List<String> owned = plan.queues().stream()
                .filter(queue -> queue.kind().ownedByGate())
                .map(QueuePlan::name)
                .toList();
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        SideBySide.forEach(owned, AT_ONCE, queue -> {
            if (failures.isEmpty()) {
                configure(queue, options).ifPresent(failures::add);
            }
        });
        return Optional.ofNullable(failures.peek());
    }

    private Optional<String> configure(String queue, QueueOptions options) {
        return switch (broker.admin().configure(queue, options)) {
            case Reply.Answered<String> answered -> Optional.empty();
            case Reply.Absent<String> absent -> Optional.of("queue `%s`: %s".formatted(queue, absent.text()));
            case Reply.Failed<String> failed ->
                Optional.of("queue `%s`: %s".formatted(queue, failed.failure().text()));
        };
    }

    /// What the broker says about the ingress queues of the application. No answer costs advice, never a refusal.
    Map<String, Facts.Queue> look(Plan plan) {
        List<String> foreign = plan.queues().stream()
                .filter(queue -> queue.kind() == QueueKind.USER_INGRESS)
                .map(QueuePlan::name)
                .toList();
        Map<String, Facts.Queue> facts = new ConcurrentHashMap<>();
        SideBySide.forEach(foreign, AT_ONCE, queue -> {
            switch (broker.admin().queue(queue)) {
                case Reply.Answered<QueueDetail>(QueueDetail detail) -> facts.put(queue, fact(detail));
                case Reply.Absent<QueueDetail> absent ->
                    facts.put(queue, new Facts.Queue(false, OptionalLong.empty(), Optional.empty()));
                case Reply.Failed<QueueDetail> failed -> {}
            }
        });
        return facts;
    }

    private static Facts.Queue fact(QueueDetail detail) {
        int partitions = detail.partitions().size();
        return new Facts.Queue(
                true,
                partitions > 0 ? OptionalLong.of(partitions) : OptionalLong.empty(),
                shortestLife(detail.options()));
    }

    /// How long waiting work lives: retention needs its switch, the longest wait needs none.
    private static Optional<String> shortestLife(Map<String, String> options) {
        LongStream retention = "true".equals(options.get("retentionEnabled"))
                ? seconds(options, "retentionSeconds")
                : LongStream.empty();
        OptionalLong shortest = LongStream.concat(retention, seconds(options, "maxWaitTimeSeconds"))
                .min();
        return shortest.isPresent() ? Optional.of(shortest.getAsLong() + " seconds") : Optional.empty();
    }

    /// 0 stands for no bound.
    private static LongStream seconds(Map<String, String> options, String name) {
        return Stream.ofNullable(options.get(name))
                .filter(text -> text.matches("[1-9][0-9]{0,17}"))
                .mapToLong(Long::parseLong);
    }
}
