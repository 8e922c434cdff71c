package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.Rate;
import queencell.proxy.inspect.PushItems;
import queencell.proxy.inspect.QueuePartition;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.limit.Take;
import queencell.proxy.registry.Admission;
import queencell.proxy.registry.Caps;
import queencell.proxy.registry.QueueRegistry;
import queencell.proxy.registry.Reservation;

/// Charges a request in the order of A6: see that everything it names may exist, take its message tokens, then
/// reserve the names in one step, then charge the storage estimate. A refusal leaves no names behind. Thread-safe.
@HotPath
public class Charges {
    private final QueueRegistry registry;
    private final Buckets buckets;
    private final StorageAccounts storage;
    private final Enforcement enforcement;

    @Inject
    Charges(QueueRegistry registry, Buckets buckets, StorageAccounts storage, Enforcement enforcement) {
        this.registry = registry;
        this.buckets = buckets;
        this.storage = storage;
        this.enforcement = enforcement;
    }

    /// Messages to be stored, and whatever else the request names.
    ///
    /// @param more destinations besides those of the items
    Claim messages(Exchange exchange, PushItems items, Collection<QueuePartition> more) {
        Collection<QueuePartition> named = union(items.groups(), more);
        checkNames(exchange, named, Set.of());
        takeTokens(exchange, items.count());
        Reservation reservation = reserve(exchange, named, Set.of());
        storage.accept(exchange.cluster().id(), items.payloadBytes());
        return new Claim(items, items.count(), items.payloadBytes(), reservation, 0);
    }

    /// Tokens alone, for messages that no registry knows.
    Claim tokens(Exchange exchange, int messages) {
        takeTokens(exchange, messages);
        return new Claim(PushItems.NONE, messages, 0, Reservation.NOTHING, 0);
    }

    /// Names alone, for requests that create without storing.
    Claim names(Exchange exchange, Collection<QueuePartition> named, Set<String> bareQueues) {
        checkNames(exchange, named, bareQueues);
        return new Claim(PushItems.NONE, 0, 0, reserve(exchange, named, bareQueues), 0);
    }

    private static Collection<QueuePartition> union(List<QueuePartition> first, Collection<QueuePartition> second) {
        if (second.isEmpty()) {
            return first;
        }
        var all = new LinkedHashSet<>(first);
        all.addAll(second);
        return all;
    }

    /// @throws PartitionsUnseen when the broker has to be asked first which partitions a full queue has (A5)
    private void checkNames(Exchange exchange, Collection<QueuePartition> named, Set<String> bareQueues) {
        ClusterContext cluster = exchange.cluster();
        registry.requireSeen(cluster.id(), named, Caps.of(cluster.limits()));
        registry.over(cluster.id(), named, bareQueues, Caps.of(cluster.limits()))
                .ifPresent(over -> enforcement.limit(exchange, refusalOf(over)));
    }

    private Reservation reserve(Exchange exchange, Collection<QueuePartition> named, Set<String> bareQueues) {
        ClusterContext cluster = exchange.cluster();
        // in shadow mode everything is remembered, so that the counts stay true
        Caps caps = enforcement.enforces() ? Caps.of(cluster.limits()) : Caps.NONE;
        Admission admission = registry.reserve(cluster.id(), named, bareQueues, caps);
        if (admission instanceof Admission.Admitted(Reservation reservation)) {
            return reservation;
        }
        // somebody else took the last place since the check
        enforcement.limit(exchange, refusalOf(admission));
        return Reservation.NOTHING;
    }

    private static LimitRefusal refusalOf(Admission over) {
        return switch (over) {
            case Admission.OverQueues(String queue, long max) ->
                LimitRefusal.shadowable("queues", Refusals.queueLimit(max), field("max", max), field("queue", queue));
            case Admission.OverPartitions(String queue, String partition, long max) ->
                LimitRefusal.shadowable(
                        "partitions",
                        Refusals.partitionLimit(max),
                        field("max", max),
                        field("queue", queue),
                        field("partition", partition));
            case Admission.Admitted admitted -> throw new IllegalArgumentException("an admission is no refusal");
        };
    }

    private void takeTokens(Exchange exchange, int count) {
        UUID cluster = exchange.cluster().id();
        if (count > 0) {
            exchange.cluster().limits().messageRate().ifPresent(rate -> take(exchange, cluster, rate, count));
        }
    }

    private void take(Exchange exchange, UUID cluster, Rate rate, int count) {
        switch (buckets.messages().take(cluster, rate, count)) {
            case Take.Allowed allowed -> {}
            case Take.Denied(var after, var retryAfter) ->
                enforcement.limit(
                        exchange,
                        LimitRefusal.shadowable(
                                "msgs",
                                Refusals.messageRate(count, rate.perSecond(), retryAfter),
                                field("max", rate.perSecond()),
                                field("requested", count),
                                field("retry_after_s", retryAfter.toSeconds())));
            case Take.OverCapacity(var after, long capacity, var retryAfter) ->
                enforcement.limit(
                        exchange,
                        LimitRefusal.shadowable(
                                "msgs",
                                Refusals.overBurst(count, capacity),
                                field("max", capacity),
                                field("requested", count)));
        }
    }

    /// Gives back what the broker did not store (A10).
    void settleStorage(Exchange exchange, long bytes) {
        if (bytes > 0) {
            storage.settle(exchange.cluster().id(), bytes);
        }
    }

    /// Takes tokens for messages that are known only now, whatever is left (7.4).
    void debit(Exchange exchange, long messages) {
        if (messages > 0) {
            exchange.cluster()
                    .limits()
                    .messageRate()
                    .ifPresent(
                            rate -> buckets.messages().debit(exchange.cluster().id(), rate, messages));
        }
    }
}
