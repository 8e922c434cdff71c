package queencell.proxy.meter;

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
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import queencell.proxy.database.Databases;
import queencell.proxy.task.Tasks;

/// Owns the usage of this process: counts it in a plain object, writes it in the background, drains it at the stop.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class UsageState {
    private final UsageAggregate aggregate = new UsageAggregate(InstantSource.system());
    private Optional<UsageFlusher> flusher = Optional.empty();
    private Optional<Future<?>> task = Optional.empty();

    @Inject
    private Databases databases;

    @Inject
    private MeterSettings settings;

    @Resource(lookup = Tasks.SCHEDULED)
    private ManagedScheduledExecutorService scheduler;

    @Produces
    @jakarta.inject.Singleton
    public UsageAggregate aggregate() {
        return aggregate;
    }

    @Produces
    @jakarta.inject.Singleton
    public UsageReport report() {
        return new UsageReport(databases);
    }

    /// Begins to write. Called once, after the schema stands.
    public void start() {
        var mine = new UsageFlusher(aggregate, databases.pxdb().map(UsageTable::new));
        mine.rehearse();
        flusher = Optional.of(mine);
        long period = settings.flush().toMillis();
        task = Optional.of(scheduler.scheduleWithFixedDelay(
                Tasks.surviving("usage_flush", mine::flush), period, period, TimeUnit.MILLISECONDS));
    }

    /// Writes what is left, the open minute included. Called once, after the last request.
    public void stop(Duration budget) {
        task.ifPresent(running -> running.cancel(false));
        flusher.ifPresent(mine -> mine.drain(budget));
    }
}
