package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import queencell.listener.BodyFailure;
import queencell.listener.InboundHeaders;
import queencell.log.EventLog;
import queencell.proxy.access.Authorization;
import queencell.proxy.inspect.AckBody;
import queencell.proxy.inspect.BatchBody;
import queencell.proxy.inspect.BodyForm;
import queencell.proxy.inspect.ConfigureBody;
import queencell.proxy.inspect.CycleBody;
import queencell.proxy.inspect.EphemeralPushBody;
import queencell.proxy.inspect.Names;
import queencell.proxy.inspect.PushBody;
import queencell.proxy.inspect.PushItems;
import queencell.proxy.inspect.QueuePartition;
import queencell.proxy.inspect.Reading;
import queencell.proxy.inspect.ReplayBody;
import queencell.proxy.inspect.TransactionBody;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.route.Feature;
import queencell.proxy.route.PopTarget;
import queencell.proxy.route.Special;

/// Step 9: what stands in the body decides (pipeline, 5.4 and 7.5 to 7.9). Refuses, or charges the request and lets
/// it pass. Thread-safe, and does not wait for anything.
@HotPath
public class BodyGate {
    private static final EventLog LOG = EventLog.of("gateway");

    private final LimitSettings limits;
    private final PushBlocks pushBlocks;
    private final Charges charges;
    private final Enforcement enforcement;

    @Inject
    BodyGate(LimitSettings limits, PushBlocks pushBlocks, Charges charges, Enforcement enforcement) {
        this.limits = limits;
        this.pushBlocks = pushBlocks;
        this.charges = charges;
        this.enforcement = enforcement;
    }

    /// A request whose body was read.
    Claim judge(Exchange exchange, byte[] body) {
        InboundHeaders headers = exchange.inbound().headers();
        BodyForm.problem(
                        headers.first("content-type").orElse(""),
                        String.join(",", headers.all("content-encoding")),
                        body)
                .ifPresent(problem -> exchange.end(Refusals.invalidRequest(problem)));
        Claim claim = switch (exchange.route().special()) {
            case PUSH -> push(exchange, body);
            case TRANSACTION -> transaction(exchange, body);
            case EPHEMERAL_PUSH -> ephemeralPush(exchange, body);
            case CYCLE -> cycle(exchange, body);
            case CONFIGURE -> configure(exchange, body);
            case KV -> kv(exchange, body);
            case TIMERS -> timers(exchange, body);
            case ACK -> ack(exchange, body);
            case REPLAY -> replay(exchange, body);
            case NONE, POP, EPHEMERAL_POP, RETRY -> Claim.NOTHING;
        };
        return claim.withBytesIn(body.length);
    }

    /// A request whose body is larger than what is read.
    void refuseBody(Exchange exchange, long seen, BodyCap cap) {
        enforcement.limit(exchange, LimitRefusal.size(Refusals.bodyTooLarge(seen, cap)));
    }

    /// The listener held as much of bodies as it may (13).
    void refuseForMemory(Exchange exchange) {
        enforcement.limit(exchange, LimitRefusal.hard("bodies", Refusals.bodyBroken(BodyFailure.NO_ROOM)));
    }

    /// A request whose body passes by unread.
    Claim judgeUnread(Exchange exchange) {
        if (exchange.route().special() == Special.RETRY) {
            return charges.replayed(exchange, List.of());
        }
        if (!exchange.route().special().delivers()) {
            return Claim.NOTHING;
        }
        Optional<PopTarget> target = PopTarget.of(exchange.route(), exchange.path(), exchange.query());
        return target.map(pop -> pop(exchange, pop)).orElse(Claim.NOTHING);
    }

    private Claim push(Exchange exchange, byte[] body) {
        return read(exchange, PushBody.read(body, maxItems(exchange)))
                .map(items -> store(exchange, items, items.badName(), List.of()))
                .orElse(Claim.NOTHING);
    }

    private Claim transaction(Exchange exchange, byte[] body) {
        Optional<TransactionBody> read = read(exchange, TransactionBody.read(body, maxItems(exchange)));
        boolean produces = read.map(TransactionBody::needsProduceAuthority).orElse(true);
        boolean consumes = read.map(TransactionBody::needsConsumeAuthority).orElse(false);
        if (produces && !Authorization.mayProduce(exchange.principal())
                || consumes && !Authorization.mayConsume(exchange.principal())) {
            exchange.end(Refusals.forbidden());
        }
        read.ifPresent(transaction -> {
            require(exchange, Feature.KV, transaction.usesKv());
            require(exchange, Feature.TIMERS, transaction.usesTimers());
        });
        refuseGrowth(exchange, read.map(TransactionBody::grows).orElse(true));
        return read.map(transaction -> store(
                        exchange,
                        transaction.pushes(),
                        transaction.badName(),
                        transaction.timers().destinations()))
                .orElse(Claim.NOTHING);
    }

    /// Sizes first, then names, then what they may cost (7.5).
    private Claim store(Exchange exchange, PushItems items, Optional<String> badName, List<QueuePartition> more) {
        refuseSize(exchange, items.overCap(exchange.cluster().limits().maxPayloadBytes(), maxItems(exchange)));
        refuseName(exchange, badName);
        return charges.messages(exchange, items, more);
    }

    private Claim ephemeralPush(Exchange exchange, byte[] body) {
        return read(exchange, EphemeralPushBody.read(body))
                .map(push -> {
                    refuseName(exchange, push.badName());
                    return charges.tokens(exchange, push.messages());
                })
                .orElse(Claim.NOTHING);
    }

    private Claim cycle(Exchange exchange, byte[] body) {
        return read(exchange, CycleBody.read(body))
                .map(cycle -> {
                    refuseGrowth(exchange, cycle.grows());
                    refuseSize(
                            exchange,
                            cycle.sinks()
                                    .heaviestOverCap(exchange.cluster().limits().maxPayloadBytes()));
                    refuseName(exchange, cycle.sinks().badName());
                    return charges.messages(exchange, cycle.sinks(), List.of());
                })
                .orElse(Claim.NOTHING);
    }

    private Claim configure(Exchange exchange, byte[] body) {
        return read(exchange, ConfigureBody.read(body))
                .map(configure -> {
                    refuseName(exchange, configure.badName());
                    refuseRetention(exchange, configure);
                    // the first push makes its partition
                    return charges.names(exchange, List.of(), Set.of(configure.queue()));
                })
                .orElse(Claim.NOTHING);
    }

    private void refuseRetention(Exchange exchange, ConfigureBody configure) {
        OptionalLong ceiling = exchange.cluster().limits().maxRetentionSeconds();
        configure
                .overCeiling(ceiling)
                .ifPresent(retention -> enforcement.limit(
                        exchange,
                        LimitRefusal.shadowable(
                                "retention",
                                Refusals.quotaExceeded(retention.over(ceiling.orElseThrow())),
                                field("queue", configure.queue()),
                                field("requested", retention.seconds()),
                                field("ceiling", ceiling.orElseThrow()))));
    }

    private Claim kv(Exchange exchange, byte[] body) {
        read(exchange, BatchBody.read(body)).ifPresent(batch -> refuseGrowth(exchange, batch.grows()));
        return Claim.NOTHING;
    }

    private Claim timers(Exchange exchange, byte[] body) {
        return read(exchange, BatchBody.read(body))
                .map(batch -> {
                    refuseGrowth(exchange, batch.grows());
                    refuseName(exchange, batch.badName());
                    return charges.names(exchange, batch.destinations(), Set.of());
                })
                .orElse(Claim.NOTHING);
    }

    private Claim ack(Exchange exchange, byte[] body) {
        read(exchange, AckBody.read(body));
        return Claim.NOTHING;
    }

    private Claim replay(Exchange exchange, byte[] body) {
        return read(exchange, ReplayBody.read(body))
                .map(replay -> {
                    refuseName(exchange, replay.badName());
                    replay.halfNamed()
                            .ifPresent(text -> enforcement.limit(
                                    exchange, LimitRefusal.shadowable("replay_dest", Refusals.invalidRequest(text))));
                    return charges.replayed(
                            exchange, replay.destination().stream().toList());
                })
                .orElse(Claim.NOTHING);
    }

    /// A pop without a partition creates its queue (A32).
    private Claim pop(Exchange exchange, PopTarget pop) {
        refuseName(exchange, Names.queueProblem("queue", pop.queue()));
        refuseName(exchange, pop.partition().flatMap(name -> Names.partitionProblem("partition", name)));
        boolean isDurable = exchange.route().special() == Special.POP;
        String groupPlace = isDurable ? "consumerGroup" : "group";
        refuseName(exchange, pop.group().flatMap(name -> Names.groupProblem(groupPlace, name)));
        boolean creates = isDurable && pop.partition().isEmpty();
        return creates ? charges.names(exchange, List.of(), Set.of(pop.queue())) : Claim.NOTHING;
    }

    /// What the body says; empty if it is not readable, so that the broker shall answer.
    private static <T> Optional<T> read(Exchange exchange, Reading<T> reading) {
        return switch (reading) {
            case Reading.Readable<T>(T body) -> Optional.of(body);
            case Reading.Refused<T>(String text) -> throw exchange.end(Refusals.invalidRequest(text));
            case Reading.Unreadable<T> unreadable -> {
                LOG.warn(
                        "body_unreadable",
                        field("cluster", exchange.cluster().slug()),
                        field("op", exchange.route().op().wireName()),
                        field("rid", exchange.requestId()));
                yield Optional.empty();
            }
        };
    }

    private void refuseGrowth(Exchange exchange, boolean grows) {
        if (grows) {
            pushBlocks
                    .of(exchange.cluster())
                    .ifPresent(block -> enforcement.limit(exchange, LimitRefusal.pushBlock(block)));
        }
    }

    private static void refuseName(Exchange exchange, Optional<String> problem) {
        problem.ifPresent(text -> exchange.end(Refusals.invalidRequest(text)));
    }

    private void refuseSize(Exchange exchange, Optional<String> problem) {
        problem.ifPresent(text -> enforcement.limit(exchange, LimitRefusal.size(Refusals.payloadTooLarge(text))));
    }

    private static void require(Exchange exchange, Feature feature, boolean used) {
        if (used && !exchange.cluster().features().allows(feature)) {
            exchange.end(Refusals.featureGated(feature));
        }
    }

    private long maxItems(Exchange exchange) {
        return exchange.cluster().limits().maxBatchItems().orElse(limits.maxBatchItems());
    }
}
