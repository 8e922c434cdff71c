package queencell.gate.stage;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import queencell.broker.BrokerClient;
import queencell.broker.CallFailure;
import queencell.broker.Claim;
import queencell.broker.Message;
import queencell.broker.Pop;
import queencell.broker.PopRequest;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.Plan;
import queencell.gate.plan.Seed;
import queencell.gate.plan.StagePlan;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.metric.Metrics;
import queencell.process.BrokenClass;

/// One hop of one path on this replica: its workers, and what they share (runtime, 2.1 and 3). Any thread may start,
/// stop and read it.
public final class Stage {
    private static final EventLog LOG = EventLog.of("gate.stage");
    /// How long answers stay small after one that could not be read, in leases.
    private static final int SMALL_FOR_LEASES = 3;

    private final StagePlan plan;
    private final StageNames names;
    private final StageTools tools;
    private final Instant startedAt;
    private final Consumer<String> onEnd;
    private final StopSignal stop = new StopSignal();
    private final Tally tally;
    private final Refusals refusals;
    private final Shelf shelf;
    private final GiveBack giveBack;
    private final LeaseKeeper.ExtendCall extend;
    private final Strangers strangers;
    private final StageWorker worker;
    private final ClaimClassifier classifier;
    private final PopRequest request;
    private final Sampler unreadables = Sampler.every(Duration.ofSeconds(60));
    private final Sampler refusedPolls = Sampler.every(Duration.ofSeconds(60));
    private final Sampler failedCharges = Sampler.every(Duration.ofSeconds(1));
    private final List<Future<?>> running = new ArrayList<>();
    private final Tags tags;
    private final boolean chargesInSettle;
    private Optional<StageMetrics> metrics = Optional.empty();
    private volatile long smallUntilNanos = System.nanoTime();

    /// @param startedAt where a new group of an interior queue begins, before the skew (runtime, 3.1)
    /// @param onEnd called with the reason when a worker ends without having been told to
    public Stage(Plan graph, StagePlan plan, StageTools tools, Instant startedAt, Consumer<String> onEnd) {
        this.plan = plan;
        this.tools = tools;
        this.startedAt = startedAt;
        this.onEnd = onEnd;
        this.names = new StageNames(
                "%s/%s/%s/%s".formatted(graph.application(), graph.graph(), plan.path(), plan.node()),
                plan.source(),
                plan.group());
        this.tags = Tags.of(
                "application", graph.application(), "graph", graph.graph(), "path", plan.path(), "node", plan.node());
        this.chargesInSettle = tools.settings().chargeInSettle()
                && plan.concurrency() == 1
                && spendsAlone(graph.node(plan.node()).orElseThrow());
        var counters = new StageCounters();
        int batch = Math.toIntExact(plan.batch());
        this.tally = new Tally(counters, new WedgeWatch(), new PartitionWidth(plan.concurrency(), batch));
        this.refusals = new Refusals(
                tools.wall(),
                tools.traces(),
                (budget, at) ->
                        new TraceRing.Trace(at, graph.application(), graph.graph(), plan.node(), plan.path(), budget));
        this.shelf = new Shelf(tools.clock(), stop);
        BrokerClient near = tools.broker().near(plan.source(), plan.group());
        this.extend = near::extend;
        this.giveBack = new GiveBack(near, plan.group());
        this.strangers = new Strangers(
                graph.application() + "/" + graph.graph(), plan, names, tools.checks(), stop, tools.clock());
        this.classifier = new ClaimClassifier(graph, plan);
        this.worker = new StageWorker(
                this,
                new Admission(tools.counters(), tools.turns(), refusals, counters),
                new Parking(names.stage(), tools, shelf, giveBack, stop, counters, Parking::jitterMillis),
                new Settlement(names, tools, new Relay(graph, plan, tools.wall()), tally));
        this.request = PopRequest.of(plan.source(), plan.group())
                .batch(batch)
                .waiting(Duration.ofSeconds(tools.settings().pollTimeoutSeconds()))
                .leaseSeconds(tools.settings().leaseSeconds())
                .start(seed());
    }

    /// Neither another graph nor another path of this one spends the node's counters.
    private static boolean spendsAlone(NodePlan node) {
        return node.shares().size() == 1
                && node.budgets().stream().allMatch(budget -> budget.sharedKey().isEmpty());
    }

    /// An ingress holds the work to be paced; of an interior queue only what this runtime relays matters.
    private PopRequest.Start seed() {
        if (plan.seed() == Seed.HEAD) {
            return PopRequest.Start.ALL;
        }
        Instant from = startedAt.minusSeconds(tools.settings().interiorSeedSkewSeconds());
        return new PopRequest.Start.From(from.isBefore(Instant.EPOCH) ? Instant.EPOCH : from);
    }

    public void start(ExecutorService executor) {
        synchronized (running) {
            metrics = Optional.of(new StageMetrics(Metrics.registry(), tally.counters(), tags));
            for (long i = 0; i < plan.concurrency(); i++) {
                running.add(executor.submit(() -> lane(worker::run)));
            }
            running.add(executor.submit(() -> lane(() -> worker.runShelf(shelf))));
        }
    }

    private void lane(Runnable loop) {
        try {
            loop.run();
        } catch (RuntimeException | Error fault) {
            BrokenClass.endsProcess(LOG, fault);
            LOG.error("stage_worker_failed", fault, field("stage", names.stage()));
            ended(fault.toString());
        }
    }

    /// Tells the workers to end: parked polls are cut, sleepers wake, a handler that charges or settles finishes that.
    public void stop() {
        stop.give();
        synchronized (running) {
            metrics.ifPresent(StageMetrics::remove);
        }
    }

    /// Waits for the workers of a stopped stage.
    ///
    /// @return false when some still run
    public boolean awaitEnd(Duration limit) {
        long until = System.nanoTime() + limit.toNanos();
        List<Future<?>> workers;
        synchronized (running) {
            workers = List.copyOf(running);
        }
        try {
            for (Future<?> each : workers) {
                each.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (TimeoutException | ExecutionException late) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public StagePlan plan() {
        return plan;
    }

    public Instant startedAt() {
        return startedAt;
    }

    public StageCounters.Counts counts() {
        return tally.counters().counts();
    }

    public Optional<Refusals.Refusal> lastRefusal() {
        return refusals.last();
    }

    /// Source partitions whose cursor cannot move.
    public List<String> wedges() {
        return tally.wedges().escalated();
    }

    /// Handlers that wait for one of these counters ask again now.
    public void wake(Collection<String> keys) {
        tools.sleepers().wake(keys);
        shelf.wake(keys);
    }

    // what the worker asks its stage for

    StageNames names() {
        return names;
    }

    boolean stopping() {
        return stop.given();
    }

    /// Only where nobody else charges the same counters all the time.
    boolean chargesInSettle() {
        return chargesInSettle;
    }

    Turns.Turn noTurn() {
        return tools.turns().none();
    }

    Pop pop() {
        if (!small()) {
            return tools.broker().pop(request.partitions(tally.width().partitions()), stop.polls());
        }
        Pop answer = tools.broker().pop(request.batch(1), stop.polls());
        if (answer instanceof Pop.Claimed) {
            tally.wedges().cleared(WedgeWatch.UNKNOWN);
        }
        return answer;
    }

    private boolean small() {
        return smallUntilNanos - System.nanoTime() > 0;
    }

    /// Classifies a claim and keeps its lease.
    List<Holding> hold(Claim claim) {
        Map<String, List<Message>> partitions = claim.byPartition();
        tally.counters().popped(claim.messages().size());
        tally.width().claimed(partitions.size(), claim.messages().size());
        List<List<Item>> items = partitions.values().stream()
                .map(messages -> messages.stream().map(classifier::classify).toList())
                .toList();
        // kept alive only now: what cannot be classified is left to its lease
        Lease lease = tools.leases().keep(claim.leaseId(), partitions.size(), extend);
        return items.stream().map(of -> new Holding(lease, of)).toList();
    }

    /// Gives back what has to wait for another plan.
    ///
    /// @return what may be worked on
    List<Holding> own(List<Holding> holdings) {
        if (strangers.mayGoOn(holdings)) {
            return holdings;
        }
        giveBack.all(holdings);
        return List.of();
    }

    void giveBack(List<Holding> holdings) {
        giveBack.all(holdings);
    }

    /// Leaves a claim to its lease, or to whoever has it by now.
    void release(Holding holding) {
        tally.counters().released();
        holding.end();
    }

    void pause(Duration time) {
        stop.pause(time);
    }

    /// An empty answer that came at once: pop maintenance, or a database that is down.
    void pauseAfterEmpty(Duration waited) {
        if (waited.compareTo(request.window().dividedBy(10)) < 0) {
            stop.pause(Duration.ofMillis(ThreadLocalRandom.current().nextLong(100, 1000)));
        }
    }

    /// The next claims hold one message each, so that all but the broken one get through. A single message that cannot
    /// be read is reported like a wedge, once until its partition moves.
    void unreadable(Pop.Unreadable claim) {
        boolean single = small();
        smallUntilNanos = System.nanoTime()
                + Duration.ofSeconds((long) SMALL_FOR_LEASES * tools.settings().leaseSeconds())
                        .toNanos();
        if (single && tally.wedges().unreadable(claim.partitionId(), claim.partition())) {
            tally.counters().wedged();
        }
        unreadables
                .letThrough()
                .ifPresent(suppressed -> LOG.error(
                        "claim_unreadable",
                        field("stage", names.stage()),
                        field("queue", names.source()),
                        field("group", names.group()),
                        field("partition", claim.partition()),
                        field("singleMessage", single),
                        field("error", claim.text()),
                        field("suppressed", suppressed)));
    }

    /// A poll was refused for what it asks for: somebody has to know, and the next one may pass.
    void refused(CallFailure.Refused refusal) {
        refusedPolls
                .letThrough()
                .ifPresent(suppressed -> LOG.warn(
                        "pop_refused",
                        field("stage", names.stage()),
                        field("queue", names.source()),
                        field("status", refusal.status()),
                        field("error", refusal.text()),
                        field("suppressed", suppressed)));
    }

    void unanswered(List<Holding> open, Verdict.Unanswered verdict) {
        if (verdict.maybeSpent()) {
            tally.counters().leaked();
        }
        open.forEach(this::release);
        failedCharges
                .letThrough()
                .ifPresent(suppressed -> LOG.warn(
                        "charge_failed",
                        field("stage", names.stage()),
                        field("maybeSpent", verdict.maybeSpent()),
                        field("error", verdict.text()),
                        field("suppressed", suppressed)));
    }

    void ended(String reason) {
        if (!stopping()) {
            LOG.error(
                    "stage_ended",
                    field("stage", names.stage()),
                    field("queue", names.source()),
                    field("cause", reason));
            onEnd.accept(reason);
        }
    }
}
