package queencell.gate;

import static queencell.log.Field.field;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import queencell.broker.BrokerClient;
import queencell.gate.api.GateApi;
import queencell.gate.api.GateListeners;
import queencell.gate.api.PeopleSettings;
import queencell.gate.api.Readiness;
import queencell.gate.counter.Counters;
import queencell.gate.counter.KvCall;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.Depths;
import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.GraphStore;
import queencell.gate.graph.Supervisor;
import queencell.gate.signin.GateSignin;
import queencell.gate.stage.LeaseKeeper;
import queencell.gate.stage.Sleepers;
import queencell.gate.stage.StageTools;
import queencell.gate.stage.StopSignal;
import queencell.gate.stage.StoreChecks;
import queencell.gate.stage.TraceRing;
import queencell.gate.stage.Turns;
import queencell.log.EventLog;
import queencell.metric.Metrics;
import queencell.process.BrokenClass;

/// One Gate: wires the rooms, starts them, and stops them in order (runtime, 20). Needs no container but an
/// executor of virtual threads.
public final class Gate implements AutoCloseable {
    private static final EventLog LOG = EventLog.of("gate");
    /// A time of the broker is brought along by a charge while its clock is known less well than this.
    private static final Duration CLOCK_UNSURE = Duration.ofMillis(20);
    private static final Duration REQUESTS_FINISH = Duration.ofSeconds(10);

    private final GateSettings settings;
    private final ExecutorService workers;
    /// Runs every request, what a request reads side by side, and every renewal of a lease. Not the
    /// managed executor: that captures the container's context at every submission, which costs more CPU time
    /// than a request and is of no use to it.
    private final Executor requests =
            request -> Thread.ofVirtual().name("gate-request").start(request);
    private final BrokerClient broker;
    private final Supervisor supervisor;
    private final Readiness readiness;
    private final LeaseKeeper leases;
    private final StoreChecks checks = new StoreChecks(System::nanoTime);
    private final Optional<GateSignin> signin;
    private final GateApi api;
    private final StopSignal stop = new StopSignal();
    private GateListeners listeners;
    private Future<?> renewals;

    /// @param workers runs every loop on a virtual thread of its own, and nothing that comes many times a second
    /// @param people who may do what, asked for every request
    public Gate(GateSettings settings, ExecutorService workers, Supplier<PeopleSettings> people) {
        this.settings = settings;
        this.workers = workers;
        this.broker = BrokerClient.of(settings.broker().options(), new BrokerCounts(Metrics.registry()));
        KvCall kv = operations -> broker.kv(settings.graph().kvNamespace(), operations);
        InstantSource wall = InstantSource.system();
        InstantSource brokerClock = broker.clock()::now;
        var counters = new Counters(kv, () -> broker.clock().uncertainty().compareTo(CLOCK_UNSURE) > 0);
        this.leases = new LeaseKeeper(settings.stage(), requests, System::nanoTime);
        var tools = new StageTools(
                broker,
                counters,
                leases,
                new Turns(brokerClock),
                new Sleepers(),
                new TraceRing(),
                checks,
                settings.stage(),
                settings.graph().kvNamespace(),
                brokerClock,
                wall);
        var registry = new GraphRegistry();
        this.supervisor = new Supervisor(new GraphStore(kv), registry, tools, settings.graph(), workers, false);
        this.readiness = new Readiness(supervisor, registry);
        this.signin = GateSignin.of(settings.signin(), settings.api().publicUrl(), wall);
        this.api = new GateApi(
                settings.api(),
                people,
                signin,
                settings.broker().url(),
                readiness,
                registry,
                supervisor,
                new Breaker(kv, counters, registry, wall, brokerClock),
                new Depths(broker.admin(), System::nanoTime),
                tools,
                requests);
    }

    /// Restores the stored graphs, keeps them in step with the store, and opens the ports.
    ///
    /// @throws queencell.settings.InvalidSettingException when an address cannot be used; nothing runs then
    public void start() {
        try {
            // a port that is taken is told before anything is claimed
            GateListeners.check(settings.api());
            renewals = workers.submit(leases);
            Future<?> restored = workers.submit(supervisor::reconcile);
            listeners = GateListeners.prepare(settings.api(), api, requests);
            await(restored);
            workers.submit(this::reconcileForEver);
            listeners.open();
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private static void await(Future<?> restored) {
        try {
            restored.get();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the start was interrupted", stopped);
        } catch (ExecutionException fault) {
            throw new IllegalStateException("the stored graphs could not be restored", fault.getCause());
        }
    }

    private void reconcileForEver() {
        Duration period = Duration.ofSeconds(settings.graph().reconcileSeconds());
        while (checks.awaitNext(period, stop)) {
            try {
                supervisor.reconcile();
            } catch (RuntimeException | Error fault) {
                BrokenClass.endsProcess(LOG, fault);
                LOG.error("reconcile_failed", fault, field("periodSeconds", period.toSeconds()));
            }
        }
    }

    /// Whether `/readyz` answers 200.
    public boolean isReady() {
        return readiness.status().equals("ready");
    }

    public GateListeners listeners() {
        return listeners;
    }

    /// Finishes running requests, ends the stages, gives back what they hold, and closes everything. Held claims
    /// are not settled.
    @Override
    public void close() {
        readiness.drain();
        stop.give();
        broker.hurry();
        if (listeners != null) {
            listeners.drain(REQUESTS_FINISH);
        }
        supervisor.stopAll(Duration.ofSeconds(settings.stage().pollTimeoutSeconds() + 2L));
        if (renewals != null) {
            renewals.cancel(true);
        }
        broker.close();
        signin.ifPresent(GateSignin::close);
        if (listeners != null) {
            listeners.close();
        }
    }
}
