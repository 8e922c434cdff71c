package queencell.proxy.route;

import static queencell.proxy.route.Feature.EPHEMERAL;
import static queencell.proxy.route.Feature.KV;
import static queencell.proxy.route.Feature.STREAMS;
import static queencell.proxy.route.Feature.TIMERS;
import static queencell.proxy.route.Feature.TRACES;
import static queencell.proxy.route.OpClass.DELIVERY;
import static queencell.proxy.route.OpClass.PUSH;
import static queencell.proxy.route.OpClass.TXN;
import static queencell.proxy.route.PathPattern.exactly;
import static queencell.proxy.route.PathPattern.prefix;
import static queencell.proxy.route.PathPattern.shape;
import static queencell.proxy.route.Route.PushBlockAsked.AT_GATE;
import static queencell.proxy.route.Route.PushBlockAsked.BY_BODY;
import static queencell.proxy.route.RouteClass.Half.GROW;
import static queencell.proxy.route.RouteClass.Half.MIXED;
import static queencell.proxy.route.RouteClass.Half.OPEN;
import static queencell.proxy.route.RouteRow.row;

import java.util.List;
import queencell.proxy.route.RouteClass.Gated;
import queencell.proxy.route.RouteClass.Half;
import queencell.proxy.route.RouteClass.Plain;
import queencell.proxy.route.RouteRow.Treatment;

/// The ordered rules (pipeline, 5.2) with the treatment of each route (5.3). The first row that answers wins.
///
/// Where a row says `any`, a wrong method is forwarded and the broker answers 405.
/// Rule 32 stands in two rows, because one path of it takes POST.
final class RouteTable {
    private static final Treatment PRODUCE = Treatment.of(Plain.PRODUCE);
    private static final Treatment CONSUME = Treatment.of(Plain.CONSUME);
    private static final Treatment QUEUE_ADMIN = Treatment.of(Plain.QUEUE_ADMIN);
    private static final Treatment READ = Treatment.of(Plain.READ);
    private static final Treatment OPERATOR = Treatment.of(Plain.OPERATOR);
    private static final Treatment BLOCKED = Treatment.of(Plain.BLOCKED);

    /// What a path gets that no row knows: closed, so that a new broker route is out of reach until it has a row.
    static final Route UNKNOWN = Route.blocked(33);

    static final List<RouteRow> ROWS = List.of(
            row(
                            1,
                            exactly("/api/v1/status"),
                            exactly("/api/v1/status/buffers"),
                            exactly("/api/v1/analytics/system-metrics"),
                            exactly("/api/v1/analytics/worker-metrics"),
                            exactly("/api/v1/analytics/postgres-stats"),
                            exactly("/api/v1/system/maintenance"),
                            exactly("/api/v1/system/maintenance/pop"),
                            exactly("/metrics/prometheus"))
                    .any(OPERATOR),
            row(
                            2,
                            prefix("/api/v1/migration"),
                            prefix("/api/v1/system"),
                            prefix("/internal"),
                            exactly("/api/v1/stats/refresh"),
                            exactly("/metrics"),
                            exactly("/status"))
                    .any(BLOCKED),
            // pops from any queue: the queue it claims is nobody's choice
            row(3, exactly("/api/v1/pop"), exactly("/api/v1/pop/")).any(BLOCKED),
            row(4, exactly("/api/v1/push")).any(PRODUCE.buffered(Special.PUSH).metered(PUSH)),
            // whether it produces stands in its body (A16)
            row(5, exactly("/api/v1/transaction"))
                    .any(PRODUCE.buffered(Special.TRANSACTION).metered(TXN).pushBlock(BY_BODY)),
            // HEAD would run the pop and drop the messages (A28)
            row(6, prefix("/api/v1/pop/queue/"))
                    .on("GET", CONSUME.streamed(Special.POP).metered(DELIVERY))
                    .elseBlocked(),
            row(7, exactly("/api/v1/ack"), exactly("/api/v1/ack/batch")).any(CONSUME.buffered(Special.ACK)),
            row(8, prefix("/api/v1/lease/")).any(CONSUME),
            row(9, exactly("/api/v1/fetch")).on("POST", CONSUME).elseBlocked(),
            row(10, exactly("/api/v1/partitions/changed")).on("POST", CONSUME).elseBlocked(),
            row(11, exactly("/api/v1/configure")).any(QUEUE_ADMIN.buffered(Special.CONFIGURE)),
            row(12, prefix("/api/v1/resources/queues/")).on("DELETE", QUEUE_ADMIN),
            // by shape: a transaction id is free text and may itself be `retry`
            row(13, shape("/api/v1/messages/{}/{}/retry"))
                    .on("POST", QUEUE_ADMIN.streamed(Special.RETRY).pushBlock(AT_GATE))
                    .elseBlocked(),
            row(14, shape("/api/v1/dlq/{}/replay"))
                    .on("POST", QUEUE_ADMIN.buffered(Special.REPLAY).pushBlock(AT_GATE))
                    .elseBlocked(),
            row(15, prefix("/api/v1/messages/")).on("DELETE", QUEUE_ADMIN),
            row(16, exactly("/api/v1/dlq")).on("DELETE", QUEUE_ADMIN),
            row(17, prefix("/api/v1/consumer-groups")).on("DELETE", QUEUE_ADMIN).on("POST", QUEUE_ADMIN),
            row(18, exactly("/streams/v1/cycle"))
                    .on("POST", gated(STREAMS, MIXED).buffered(Special.CYCLE)),
            row(19, exactly("/streams/v1/queries"), exactly("/streams/v1/state/get"))
                    .on("POST", gated(STREAMS, OPEN)),
            row(20, exactly("/api/v1/traces")).on("POST", gated(TRACES, OPEN)),
            row(21, exactly("/api/v1/kv"), exactly("/api/v1/kv/"))
                    .on("POST", gated(KV, MIXED).buffered(Special.KV))
                    .elseBlocked(),
            row(22, prefix("/api/v1/kv/"))
                    .on("GET", gated(KV, Half.READ))
                    .on("PUT", gated(KV, GROW))
                    .on("DELETE", gated(KV, OPEN))
                    .elseBlocked(),
            row(23, exactly("/api/v1/timers"), exactly("/api/v1/timers/"))
                    .on("POST", gated(TIMERS, MIXED).buffered(Special.TIMERS))
                    .elseBlocked(),
            row(24, prefix("/api/v1/timers/"))
                    .on("GET", gated(TIMERS, Half.READ))
                    .on("DELETE", gated(TIMERS, OPEN))
                    .elseBlocked(),
            row(25, exactly("/api/v1/ephemeral/push"))
                    .on(
                            "POST",
                            gated(EPHEMERAL, GROW)
                                    .buffered(Special.EPHEMERAL_PUSH)
                                    .metered(PUSH)),
            row(
                            26,
                            exactly("/api/v1/ephemeral/ack"),
                            exactly("/api/v1/ephemeral/configure"),
                            exactly("/api/v1/ephemeral/reset"))
                    .on("POST", gated(EPHEMERAL, OPEN)),
            row(27, exactly("/api/v1/ephemeral/pop"))
                    .on(
                            "GET",
                            gated(EPHEMERAL, OPEN)
                                    .streamed(Special.EPHEMERAL_POP)
                                    .metered(DELIVERY)),
            row(28, exactly("/api/v1/ephemeral/queues"), shape("/api/v1/ephemeral/queues/{}/depth"))
                    .on("GET", gated(EPHEMERAL, Half.READ)),
            row(29, prefix("/api/v1/ephemeral/queue/")).on("DELETE", gated(EPHEMERAL, OPEN)),
            row(30, prefix("/api/v1/ephemeral/")).any(BLOCKED),
            row(31, prefix("/api/v1/messages")).on("GET", READ).on("HEAD", READ).elseBlocked(),
            row(32, exactly("/api/v1/resources/kv/list")).on("POST", READ),
            // reads by method too (A2): a write that the broker adds below them stays closed
            row(
                            32,
                            prefix("/api/v1/resources"),
                            prefix("/api/v1/status"),
                            prefix("/api/v1/analytics"),
                            prefix("/api/v1/consumer-groups"),
                            prefix("/api/v1/traces"),
                            exactly("/api/v1/dlq"))
                    .on("GET", READ)
                    .on("HEAD", READ)
                    .elseBlocked(),
            row(33, prefix("/api/"), prefix("/streams/")).any(BLOCKED),
            row(34, exactly("/health")).any(READ));

    private RouteTable() {}

    private static Treatment gated(Feature feature, Half half) {
        return Treatment.of(new Gated(feature, half));
    }
}
