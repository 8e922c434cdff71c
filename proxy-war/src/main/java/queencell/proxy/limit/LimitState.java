package queencell.proxy.limit;

import io.micrometer.core.instrument.Gauge;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import queencell.metric.Metrics;

/// Owns what limits remember, in the memory of this process (pipeline, 7). The hot path takes the plain objects once
/// and calls those, so that no container interceptor runs per request.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class LimitState {
    private final Buckets buckets =
            new Buckets(new ShardedBuckets(System::nanoTime), new ShardedBuckets(System::nanoTime));
    private final StorageAccounts storage = new StorageAccounts();
    private final PushBlocks pushBlocks = new PushBlocks(storage);
    private final MonthlyAccounts months = new MonthlyAccounts(pushBlocks);
    private ParkedSlots parked;

    @Inject
    private LimitSettings settings;

    @PostConstruct
    void begin() {
        parked = new ParkedSlots(settings.cellMaxParked());
        Gauge.builder("queen_proxy_parked", parked, ParkedSlots::parkedInCell)
                .description("Long-polls that are parked")
                .tag("scope", "cell")
                .register(Metrics.registry());
        Gauge.builder(
                        "queen_proxy_push_blocked",
                        pushBlocks,
                        blocks -> blocks.blockedByStorage().size())
                .description("Clusters whose pushes are blocked")
                .tag("reason", "storage")
                .register(Metrics.registry());
        Gauge.builder(
                        "queen_proxy_push_blocked",
                        pushBlocks,
                        blocks -> blocks.blockedByMonth().size())
                .description("Clusters whose pushes are blocked")
                .tag("reason", "monthly")
                .register(Metrics.registry());
    }

    @Produces
    @jakarta.inject.Singleton
    public Buckets buckets() {
        return buckets;
    }

    @Produces
    @jakarta.inject.Singleton
    public StorageAccounts storage() {
        return storage;
    }

    @Produces
    @jakarta.inject.Singleton
    public PushBlocks pushBlocks() {
        return pushBlocks;
    }

    @Produces
    @jakarta.inject.Singleton
    public MonthlyAccounts months() {
        return months;
    }

    @Produces
    @jakarta.inject.Singleton
    public ParkedSlots parked() {
        return parked;
    }
}
