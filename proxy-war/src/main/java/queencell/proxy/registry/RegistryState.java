package queencell.proxy.registry;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Gauge;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import queencell.log.EventLog;
import queencell.metric.Metrics;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.cluster.Clusters;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Pxdb;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.task.BackgroundTask;
import queencell.proxy.task.Bounded;
import queencell.proxy.task.Tasks;
import queencell.proxy.task.VirtualThreads;

/// Owns the registry of queues, writes its counts in the background, and compares it with the brokers.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RegistryState {
    private static final EventLog LOG = EventLog.of("limits");

    @Inject
    private RegistrySettings settings;

    @Inject
    private ClusterSettings clusters;

    @Inject
    private Databases databases;

    @Inject
    private StorageAccounts storage;

    @Inject
    private PushBlocks pushBlocks;

    @Inject
    private VirtualThreads threads;

    @Resource(lookup = Tasks.SCHEDULED)
    private ManagedScheduledExecutorService scheduler;

    private final CellBrokers brokers = new CellBrokers();
    private final CompletableFuture<Void> compared = new CompletableFuture<>();
    private final List<Future<?>> running = new ArrayList<>();
    private QueueRegistry registry;

    @PostConstruct
    void begin() {
        registry = new QueueRegistry(databases.pxdb().map(Queues::new), brokers, threads.executor(), System::nanoTime);
        Gauge.builder("queen_proxy_registry_pairs", registry, QueueRegistry::pairs)
                .description("Partitions that admission remembers")
                .register(Metrics.registry());
    }

    @Produces
    @jakarta.inject.Singleton
    public QueueRegistry registry() {
        return registry;
    }

    @Produces
    @jakarta.inject.Singleton
    public CellBrokers brokers() {
        return brokers;
    }

    /// Begins to write and to compare.
    public void start() {
        registry.persister().rehearse();
        repeat(BackgroundTask.REGISTRY_PERSIST, settings.persist(), settings.persist(), registry.persister()::flush);
        databases.pxdb().ifPresentOrElse(this::compare, () -> compared.complete(null));
        repeat(BackgroundTask.STORAGE_PUMP, Duration.ZERO, settings.storageRefresh(), this::pump);
    }

    private void compare(Pxdb pxdb) {
        var reconciler = new Reconciler(
                new Clusters(pxdb, clusters.cell())::all,
                brokers::listing,
                registry,
                new Queues(pxdb),
                storage,
                System::nanoTime,
                Metrics.registry());
        repeat(BackgroundTask.REGISTRY_RECONCILE, Duration.ZERO, settings.reconcile(), () -> {
            try {
                return reconciler.run();
            } finally {
                compared.complete(null);
            }
        });
    }

    private boolean pump() {
        storage.pump(pushBlocks)
                .forEach(each -> tell(each, storage.of(each.cluster()).measuredBytes()));
        return true;
    }

    /// The line of a storage block that is set or released (pipeline, 17).
    static void tell(StorageAccounts.Transition change, long retainedBytes) {
        if (change.blocked()) {
            LOG.warn(
                    "storage_blocked",
                    field("cluster", change.cluster()),
                    field("kind", "storage"),
                    field("blocked", true),
                    field("retained_bytes", retainedBytes));
        } else {
            LOG.info(
                    "storage_released",
                    field("cluster", change.cluster()),
                    field("kind", "storage"),
                    field("blocked", false));
        }
    }

    private void repeat(BackgroundTask task, Duration first, Duration period, Tasks.Work work) {
        running.add(Tasks.repeat(scheduler, Metrics.registry(), task, first, period, work));
    }

    /// Ends with the first pass over all brokers, so that limits are known from then on.
    public CompletableFuture<Void> compared() {
        return compared;
    }

    /// Writes what is left, as far as there is time.
    public void stop(Duration budget) {
        running.forEach(task -> task.cancel(false));
        if (!Bounded.run(budget, registry.persister()::flush)) {
            LOG.warn("registry_unwritten", field("rows", registry.persister().pendingRows()));
        }
        brokers.close();
    }
}
