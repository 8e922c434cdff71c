package queencell.proxy.meter;

import static queencell.log.Field.field;

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
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import queencell.log.EventLog;
import queencell.metric.Metrics;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Pxdb;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.task.BackgroundTask;
import queencell.proxy.task.Tasks;

/// Owns the usage of this process: counts it in a plain object, writes it in the background, compares it with the
/// quotas, drains it at the stop.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class UsageState {
    private static final EventLog LOG = EventLog.of("meter");
    /// More often than the roll-up is by default: a block that is an hour late lets an hour of messages through (A15).
    private static final Duration QUOTA_PERIOD = Duration.ofSeconds(60);
    private static final Duration WHOLE_MONTH_PERIOD = Duration.ofHours(1);

    private UsageAggregate aggregate;
    private Optional<UsageFlusher> flusher = Optional.empty();
    private final List<Future<?>> running = new ArrayList<>();

    @Inject
    private Databases databases;

    @Inject
    private MeterSettings settings;

    @Inject
    private MonthlyAccounts accounts;

    @Resource(lookup = Tasks.SCHEDULED)
    private ManagedScheduledExecutorService scheduler;

    @PostConstruct
    void begin() {
        aggregate = new UsageAggregate(InstantSource.system(), accounts);
    }

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
        UsageFlusher mine = flusherOf(databases.pxdb());
        mine.rehearse();
        flusher = Optional.of(mine);
        repeat(BackgroundTask.USAGE_FLUSH, settings.flush(), mine::flush);
        databases.pxdb().ifPresent(pxdb -> compare(pxdb, mine));
    }

    private UsageFlusher flusherOf(Optional<Pxdb> pxdb) {
        var folder = new SpoolFolder(Path.of(settings.spoolDir()));
        if (pxdb.isPresent()) {
            folder.create();
        }
        var drops = new DropLog(Metrics.registry());
        var spool = new Spool(folder, settings.spoolMaxBytes(), InstantSource.system(), drops, Metrics.registry());
        return new UsageFlusher(
                aggregate, pxdb.map(UsageTable::new), spool, folder, drops, UsageFlusher.BETWEEN_RECOVERIES);
    }

    private void compare(Pxdb pxdb, UsageFlusher mine) {
        var quota = new MonthlyQuota(
                new QuotaTable(pxdb),
                mine,
                accounts,
                settings.quotaWarnPercent(),
                withEveryRollup(WHOLE_MONTH_PERIOD),
                System::nanoTime);
        var rollup = new UsageRollup(
                () -> databases.connections().orElseThrow().single("queen-proxy-rollup"),
                settings.keepDays(),
                InstantSource.system());
        repeat(BackgroundTask.MONTHLY_QUOTA, withEveryRollup(QUOTA_PERIOD), () -> {
            quota.evaluate();
            return true;
        });
        repeat(BackgroundTask.USAGE_ROLLUP, settings.rollup(), () -> {
            rollup.run();
            return true;
        });
    }

    /// The quota is compared at the latest when days are rolled up (control plane, 14.2).
    private Duration withEveryRollup(Duration period) {
        return settings.rollup().compareTo(period) < 0 ? settings.rollup() : period;
    }

    private void repeat(BackgroundTask task, Duration period, Tasks.Work work) {
        running.add(Tasks.repeat(scheduler, Metrics.registry(), task, Duration.ZERO, period, work));
    }

    /// Writes what is left, the open minute included. Called once, after the last request.
    public void stop(Duration budget) {
        running.forEach(task -> task.cancel(false));
        long began = System.nanoTime();
        flusher.ifPresent(mine -> mine.drain(budget));
        LOG.info(
                "usage_drained",
                field("took_ms", Duration.ofNanos(System.nanoTime() - began).toMillis()));
    }
}
