package queencell.proxy.access;

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
import java.time.InstantSource;
import java.util.List;
import queencell.metric.Metrics;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.database.Databases;
import queencell.proxy.database.PxdbSettings;
import queencell.proxy.task.BackgroundTask;
import queencell.proxy.task.Tasks;
import queencell.proxy.task.VirtualThreads;
import queencell.signin.SessionVerifier;
import queencell.signin.TokenKeys;
import queencell.signin.TokenSettings;

/// Owns what is remembered of keys and sessions, and writes down when keys were used.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class AccessState {
    @Inject
    private AccessSettings settings;

    @Inject
    private TokenSettings tokenSettings;

    @Inject
    private Exposure exposure;

    @Inject
    private ClusterSettings clusters;

    @Inject
    private PxdbSettings pxdb;

    @Inject
    private Databases databases;

    @Inject
    private VirtualThreads threads;

    @Resource(lookup = Tasks.SCHEDULED)
    private ManagedScheduledExecutorService scheduler;

    private TokenKeys tokenKeys;
    private KeyRing keys;
    private Sessions sessions;

    @PostConstruct
    void begin() {
        tokenKeys = TokenKeys.of(tokenSettings, settings.devInsecure() || exposure.loopback());
        keys = new KeyRing(
                databases.pxdb().map(ApiKeys::new),
                clusters.staleGrace(),
                pxdb.timeout().plusSeconds(1),
                threads.executor(),
                System::nanoTime,
                Metrics.registry());
        sessions = new Sessions(
                settings,
                new SessionVerifier(tokenKeys, tokenSettings),
                databases.pxdb().map(Standings::new),
                InstantSource.system());
    }

    @Produces
    @jakarta.inject.Singleton
    public TokenKeys tokenKeys() {
        return tokenKeys;
    }

    @Produces
    @jakarta.inject.Singleton
    public KeyRing keys() {
        return keys;
    }

    @Produces
    @jakarta.inject.Singleton
    public Sessions sessions() {
        return sessions;
    }

    @Produces
    @jakarta.inject.Singleton
    public Identities identities() {
        return new Identities(settings, keys, sessions);
    }

    @Produces
    @jakarta.inject.Singleton
    public Users users() {
        return new Users(databases);
    }

    @Produces
    @jakarta.inject.Singleton
    public Members members() {
        return new Members(databases);
    }

    @Produces
    @jakarta.inject.Singleton
    public IssuedKeys issuedKeys() {
        return new IssuedKeys(databases);
    }

    @Produces
    @jakarta.inject.Singleton
    public CellUsers cellUsers() {
        return new CellUsers(databases);
    }

    /// Begins to note uses of keys, and to sweep the deny-list.
    public void start() {
        if (databases.pxdb().isEmpty()) {
            return;
        }
        // as the last one will be: its classes cannot be loaded any more when the container stops
        new ApiKeys(databases.pxdb().get()).touch(List.of());
        repeat(BackgroundTask.KEY_TOUCH, settings.keyTouch(), settings.keyTouch(), keys::writeUses);
        if (!settings.revocationSweep().isZero()) {
            var standings = new Standings(databases.pxdb().get());
            repeat(BackgroundTask.DENYLIST_SWEEP, Duration.ZERO, settings.revocationSweep(), () -> {
                standings.sweepRevoked();
                return true;
            });
        }
    }

    private void repeat(BackgroundTask task, Duration first, Duration period, Tasks.Work work) {
        Tasks.repeat(scheduler, Metrics.registry(), task, first, period, work);
    }

    /// Writes the last uses, as far as there is time.
    public void stop(Duration budget) {
        keys.writeLastUses(budget);
    }
}
