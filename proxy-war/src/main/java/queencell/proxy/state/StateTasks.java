package queencell.proxy.state;

import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import queencell.metric.Metrics;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.cluster.Clusters;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Pxdb;
import queencell.proxy.meter.MeteredHour;
import queencell.proxy.registry.CellBrokers;
import queencell.proxy.task.BackgroundTask;
import queencell.proxy.task.Tasks;

/// Owns the comparison of the meter with the brokers.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class StateTasks {
    private static final Duration PERIOD = Duration.ofMinutes(5);

    @Inject
    private Databases databases;

    @Inject
    private ClusterSettings clusters;

    @Inject
    private CellBrokers brokers;

    @Resource(lookup = Tasks.SCHEDULED)
    private ManagedScheduledExecutorService scheduler;

    private Optional<MeterCheck> check = Optional.empty();
    private Optional<Future<?>> running = Optional.empty();

    /// Begins to compare. Without a database there is nothing to compare with.
    public void start() {
        databases.pxdb().ifPresent(this::start);
    }

    private void start(Pxdb pxdb) {
        var mine = new MeterCheck(
                new Clusters(pxdb, clusters.cell())::all,
                brokers::moved,
                (cluster, from, to) -> MeteredHour.read(pxdb, cluster, from, to),
                InstantSource.system(),
                Metrics.registry());
        check = Optional.of(mine);
        running = Optional.of(Tasks.repeat(
                scheduler, Metrics.registry(), BackgroundTask.METER_CHECK, Duration.ZERO, PERIOD, mine::run));
    }

    /// Public, because a container refuses any other call of an EJB.
    public Optional<MeterCheck.Difference> differenceOf(UUID cluster) {
        return check.flatMap(mine -> mine.of(cluster));
    }

    public void stop() {
        running.ifPresent(task -> task.cancel(false));
    }
}
