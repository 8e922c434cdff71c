package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.Rate;
import queencell.proxy.inspect.PushItems;
import queencell.proxy.inspect.QueuePartition;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.MonthHold;
import queencell.proxy.limit.MonthRoom;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.PushBlock;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.limit.Take;
import queencell.proxy.registry.Admission;
import queencell.proxy.registry.Caps;
import queencell.proxy.registry.QueueRegistry;
import queencell.proxy.registry.Reservation;

/// Charges a request in the order of A6: see that everything it names may exist, keep room in the month, take its
/// message tokens, then reserve the names in one step, then charge the storage estimate. A refusal leaves neither
/// names nor room in the month behind. Thread-safe.
@HotPath
public class Charges {
    private final QueueRegistry registry;
    private final Buckets buckets;
    private final StorageAccounts storage;
    private final MonthlyAccounts months;
    private final Enforcement enforcement;

    @Inject
    Charges(
            QueueRegistry registry,
            Buckets buckets,
            StorageAccounts storage,
            MonthlyAccounts months,
            Enforcement enforcement) {
        this.registry = registry;
        this.buckets = buckets;
        this.storage = storage;
        this.months = months;
        this.enforcement = enforcement;
    }

    /// Messages to be stored, and whatever else the request names.
    ///
    /// @param more destinations besides those of the items
    Claim messages(Exchange exchange, PushItems items, Collection<QueuePartition> more) {
        Collection<QueuePartition> named = union(items.groups(), more);
        checkNames(exchange, named, Set.of());
        return holdingMonth(exchange, items.count(), month -> {
            takeTokens(exchange, items.count());
            Reservation reservation = reserve(exchange, named, Set.of());
            storage.accept(exchange.cluster().id(), items.payloadBytes());
            return new Claim(items, items.count(), items.payloadBytes(), reservation, month, 0);
        });
    }

    /// Tokens alone, for messages that no registry knows.
    Claim tokens(Exchange exchange, int messages) {
        return holdingMonth(exchange, messages, month -> {
            takeTokens(exchange, messages);
            return new Claim(PushItems.NONE, messages, 0, Reservation.NOTHING, month, 0);
        });
    }

    /// Names alone, for requests that create without storing.
    Claim names(Exchange exchange, Collection<QueuePartition> named, Set<String> bareQueues) {
        checkNames(exchange, named, bareQueues);
        Reservation reservation = reserve(exchange, named, bareQueues);
        return new Claim(PushItems.NONE, 0, 0, reservation, MonthHold.NOTHING, 0);
    }

    /// A dead letter that may be stored again, under a name that the request may give.
    Claim replayed(Exchange exchange, Collection<QueuePartition> named) {
        checkNames(exchange, named, Set.of());
        return holdingMonth(exchange, 1, month -> {
            Reservation reservation = reserve(exchange, named, Set.of());
            return new Claim(PushItems.NONE, 0, 0, reservation, month, 0);
        });
    }

    /// What a later check refuses holds nothing.
    private Claim holdingMonth(Exchange exchange, long messages, Function<MonthHold, Claim> rest) {
        MonthHold held = switch (months.hold(exchange.cluster().id(), messages)) {
            case MonthRoom.Kept(MonthHold hold) -> hold;
            case MonthRoom.Refused(long quota, boolean usedUp) -> {
                enforcement.limit(exchange, monthRefusal(quota, usedUp));
                throw new IllegalStateException("a hard limit refuses");
            }
        };
        try {
            return rest.apply(held);
        } catch (RuntimeException refused) {
            held.release();
            throw refused;
        }
    }

    /// Used up is a block; spoken for by requests under way is a matter of a moment, and some of them may not need
    /// it.
    private static LimitRefusal monthRefusal(long quota, boolean usedUp) {
        return usedUp
                ? LimitRefusal.pushBlock(PushBlock.MONTHLY)
                : LimitRefusal.hard(
                        "monthly", Refusals.monthSpokenFor(quota), field("max", quota), field("retry_after_s", 1));
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
