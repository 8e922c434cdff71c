package queencell.proxy.registry;

import io.micrometer.core.instrument.Gauge;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.util.concurrent.TimeUnit;
import queencell.metric.Metrics;
import queencell.proxy.database.Databases;
import queencell.proxy.task.Tasks;

/// Owns the registry of queues and writes its counts in the background.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RegistryState {
    @Inject
    private RegistrySettings settings;

    @Inject
    private Databases databases;

    @Resource(lookup = Tasks.VIRTUAL)
    private ManagedExecutorService virtual;

    @Resource(lookup = Tasks.SCHEDULED)
    private ManagedScheduledExecutorService scheduler;

    private QueueRegistry registry;

    @PostConstruct
    void begin() {
        registry = new QueueRegistry(databases.pxdb().map(Queues::new), virtual, System::nanoTime);
        Gauge.builder("queen_proxy_registry_pairs", registry, QueueRegistry::pairs)
                .description("Partitions that admission remembers")
                .register(Metrics.registry());
    }

    @Produces
    @jakarta.inject.Singleton
    public QueueRegistry registry() {
        return registry;
    }

    /// Begins to write.
    public void start() {
        registry.persister().rehearse();
        long period = settings.persist().toMillis();
        scheduler.scheduleWithFixedDelay(
                Tasks.surviving("registry_persist", registry.persister()::flush),
                period,
                period,
                TimeUnit.MILLISECONDS);
    }

    /// Writes what is left.
    public void stop() {
        registry.persister().flush();
    }
}
