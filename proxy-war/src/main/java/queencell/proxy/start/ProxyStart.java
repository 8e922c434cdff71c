package queencell.proxy.start;

import static queencell.log.Field.field;

import com.sun.management.UnixOperatingSystemMXBean;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorDefinition;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import queencell.listener.WorkerThreads;
import queencell.log.EventLog;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.AccessState;
import queencell.proxy.access.KeyRing;
import queencell.proxy.access.Sessions;
import queencell.proxy.auth.AuthSettings;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.cluster.ClusterState;
import queencell.proxy.database.DatabaseState;
import queencell.proxy.database.PxdbSettings;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.meter.UsageState;
import queencell.proxy.pipeline.UpstreamRules;
import queencell.proxy.registry.QueueRegistry;
import queencell.proxy.registry.RegistryState;
import queencell.proxy.rehearsal.Rehearsal;
import queencell.proxy.state.StateTasks;
import queencell.proxy.task.Tasks;
import queencell.proxy.task.VirtualThreads;
import queencell.settings.InvalidSettingException;
import queencell.signin.TokenKeys;
import queencell.signin.TokenSettings;
import queencell.start.ApplicationStart;

/// Starts the proxy in the order of section 14.1 and stops it in the order of 14.3. Whatever fails at the start
/// ends the process: one line, status 1.
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
@ManagedExecutorDefinition(name = Tasks.VIRTUAL, virtual = true)
@ManagedScheduledExecutorDefinition(name = Tasks.SCHEDULED, virtual = true)
public class ProxyStart {
    private static final EventLog LOG = EventLog.of("start");
    /// What an operator should look at, though the start goes on (pipeline, 17).
    private static final EventLog ADVICE = EventLog.of("config");
    private static final Duration MOST_FOR_REHEARSAL = Duration.ofSeconds(5);

    @Inject
    private Configuration configuration;

    @Inject
    private DatabaseState database;

    // looked up one after the other, because each reads what the one before has opened
    @Inject
    private Instance<Object> beans;

    @Resource(lookup = Tasks.VIRTUAL)
    private ManagedExecutorService virtual;

    private final AtomicBoolean stopped = new AtomicBoolean();
    private TenantPort port;
    private CompletableFuture<Void> rehearsed = CompletableFuture.completedFuture(null);

    @PostConstruct
    void start() {
        ApplicationStart.run(LOG, this::begin);
    }

    private void begin() {
        configuration.check().forEach(text -> ADVICE.warn("setting_doubtful", field("warning", text)));
        var clusters = bean(ClusterSettings.class);
        checkThatThereIsSomethingToServe(bean(PxdbSettings.class), clusters);
        checkThatTestProvidersStayHere();
        database.open(PersistentRows.ALL);
        bean(ClusterState.class).checkCell();
        warnAboutIgnoredKey(bean(TokenSettings.class));
        warnAboutSessions();
        warnAboutOperators();
        warnAboutDescriptors();
        bean(AccessState.class).start();
        bean(RegistryState.class).start();
        bean(UsageState.class).start();
        bean(StateTasks.class).start();
        bean(ClusterState.class)
                .listen(List.of(
                        bean(ClusterDirectory.class),
                        bean(KeyRing.class),
                        bean(Sessions.class),
                        bean(QueueRegistry.class)));
        port = bean(TenantPort.class);
        port.open(bean(VirtualThreads.class).executor());
        // until then a block that held before a restart would not hold; a broker that is away must not hold up the
        // start
        CompletableFuture<Void> compared = bean(RegistryState.class).compared().orTimeout(10, TimeUnit.SECONDS);
        rehearsed = CompletableFuture.runAsync(this::warmUp, virtual);
        CompletableFuture.allOf(compared, rehearsed).whenComplete((_, _) -> becomeReady());
        sayUp(clusters);
    }

    /// A proxy that cannot rehearse serves all the same: its first requests are slower, and the line says why.
    private void warmUp() {
        ListenSettings listen = bean(ListenSettings.class);
        var rehearsal = Rehearsal.of(
                bean(LimitSettings.class),
                bean(UpstreamRules.class),
                bean(AccessSettings.class),
                WorkerThreads.of(listen.workerThreads()),
                bean(VirtualThreads.class).executor());
        try {
            rehearsal.run(listen.warmUp(), () -> !stopped.get());
        } catch (IOException | RuntimeException broken) {
            LOG.warn("warm_up_failed", broken);
        }
    }

    private synchronized void becomeReady() {
        if (!stopped.get()) {
            bean(ServingState.class).set(true);
        }
    }

    static void checkThatThereIsSomethingToServe(PxdbSettings pxdb, ClusterSettings clusters) {
        boolean hasDatabase = pxdb.host().isPresent();
        if (!hasDatabase && clusters.devCellUrl().isEmpty()) {
            throw new InvalidSettingException("nothing to serve: set PXDB_HOST to the proxy's own PostgreSQL, or"
                    + " QUEEN_PROXY_DEV_CELL_URL to a broker for development");
        }
        if (!hasDatabase && !clusters.sharedHosts().isEmpty()) {
            throw new InvalidSettingException("QUEEN_PROXY_SHARED_HOSTS is set without PXDB_HOST: on a shared host the"
                    + " credential names the cluster, and only the database knows credentials");
        }
    }

    /// Whoever answers there says who people are: nobody else may reach a proxy that believes it.
    private void checkThatTestProvidersStayHere() {
        boolean reachable = !bean(ListenSettings.class).isLoopback();
        if (bean(AuthSettings.class).testBase().isPresent() && reachable) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_TEST_OAUTH_BASE is set while QUEEN_PROXY_BIND_ADDR is `%s`: it is"
                                    .formatted(bean(ListenSettings.class).bindAddress())
                            + " for tests on a proxy bound to 127.0.0.1");
        }
    }

    static void warnAboutIgnoredKey(TokenSettings tokens) {
        boolean another = tokens.es256Private().isPresent() || tokens.secret().isPresent();
        if (tokens.ed25519Public().isPresent() && !tokens.ed25519Private().isPresent() && another) {
            ADVICE.warn(
                    "public_key_ignored",
                    field("effect", "QUEEN_PROXY_JWT_ED25519_PUB_PEM does not count beside another signing key"),
                    field("fix", "set QUEEN_PROXY_JWT_ED25519_PEM, or list the key in QUEEN_PROXY_JWT_VERIFY_PEMS"));
        }
    }

    private void warnAboutSessions() {
        if (bean(PxdbSettings.class).host().isPresent() && bean(TokenKeys.class).isEmpty()) {
            ADVICE.warn(
                    "sessions_off",
                    field("fix", "set QUEEN_PROXY_JWT_ED25519_PEM to let people sign in; API keys work without"));
        }
    }

    /// Whoever switched it on hears of it here: the surface itself answers as if it were not there.
    private void warnAboutOperators() {
        if (bean(AccessSettings.class).operatorEnabled()
                && bean(PxdbSettings.class).host().isEmpty()) {
            ADVICE.warn(
                    "operators_off",
                    field(
                            "effect",
                            "QUEEN_PROXY_OPERATOR_ENABLED does nothing without PXDB_HOST: nobody is an operator"),
                    field("fix", "set PXDB_HOST to the proxy's own PostgreSQL, or leave the switch off"));
        }
    }

    /// With too few descriptors a cell dies near 900 tenants and shows timeouts and 502s only (pipeline, 18).
    private void warnAboutDescriptors() {
        long needed = 2L * bean(LimitSettings.class).cellMaxParked() + 1000;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                && system.getMaxFileDescriptorCount() < needed) {
            ADVICE.warn(
                    "descriptors_short",
                    field("limit", system.getMaxFileDescriptorCount()),
                    field("needed", needed),
                    field("fix", "raise the limit (ulimit -n), or lower QUEEN_PROXY_CELL_MAX_PARKED"));
        }
    }

    private void sayUp(ClusterSettings clusters) {
        if (!bean(UpstreamRules.class).tenantHeader()) {
            ADVICE.warn(
                    "tenant_header_off",
                    field(
                            "effect",
                            "all clusters share the broker's default tenant; set QUEEN_PROXY_TENANT_HEADER=true"));
        }
        LOG.info(
                "queen-proxy up",
                field("address", port.address()),
                field("enforce", bean(LimitSettings.class).enforce()),
                field("dev_static", clusters.devCellUrl().isPresent()),
                field("shared_hosts", String.join(",", clusters.sharedHosts())));
    }

    /// Drains and closes everything, once. Each step is taken whatever became of the one before: a drain that fails
    /// must not cost usage. Called by
    /// [StopBeforeUnload], and once more by the container, which finds nothing left to do.
    @PreDestroy
    public void stop() {
        synchronized (this) {
            if (port == null || !stopped.compareAndSet(false, true)) {
                return;
            }
        }
        ListenSettings settings = bean(ListenSettings.class);
        LOG.info(
                "queen-proxy stopping",
                field("grace_ms", settings.shutdownGrace().toMillis()));
        step("ready", () -> bean(ServingState.class).set(false));
        step("drain", () -> port.drain(settings.shutdownGrace()));
        long end = System.nanoTime() + settings.shutdownDrain().toNanos();
        step("state", () -> bean(StateTasks.class).stop());
        step("answers", () -> port.finishReading(settings.shutdownDrain().dividedBy(2)));
        step("usage", () -> bean(UsageState.class).stop(until(end)));
        step("registry", () -> bean(RegistryState.class).stop(until(end)));
        step("keys", () -> bean(AccessState.class).stop(until(end)));
        step("listener", () -> bean(ClusterState.class).stop());
        step("port", port::close);
        // it ends by itself now; what still runs when the classes are gone fails at each step
        step(
                "rehearsal",
                () -> rehearsed
                        .copy()
                        .completeOnTimeout(null, MOST_FOR_REHEARSAL.toMillis(), TimeUnit.MILLISECONDS)
                        .join());
        step("database", database::close);
        LOG.info("queen-proxy down");
    }

    private static Duration until(long endNanos) {
        return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
    }

    private static void step(String name, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | LinkageError fault) {
            LOG.error("stop_incomplete", fault, field("step", name));
        }
    }

    private <T> T bean(Class<T> type) {
        return beans.select(type).get();
    }
}
