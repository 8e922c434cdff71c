package queencell.proxy.cluster;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Gauge;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import queencell.log.EventLog;
import queencell.metric.Metrics;
import queencell.proxy.database.Databases;
import queencell.proxy.database.PxdbSettings;
import queencell.proxy.task.Tasks;
import queencell.proxy.task.VirtualThreads;

/// Owns the cluster directory and the connection that listens for changes.
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class ClusterState {
    private static final EventLog ADVICE = EventLog.of("config");
    private static final int MOST_NAMED = 10;

    @Inject
    private ClusterSettings settings;

    @Inject
    private PxdbSettings pxdb;

    @Inject
    private Databases databases;

    @Inject
    private VirtualThreads threads;

    @Resource(lookup = Tasks.VIRTUAL)
    private ManagedExecutorService virtual;

    private Optional<Clusters> clusters = Optional.empty();
    private ClusterDirectory directory;
    private Optional<InvalidationListener> listener = Optional.empty();

    @PostConstruct
    void begin() {
        clusters = databases.pxdb().map(mine -> new Clusters(mine, settings.cell()));
        directory = ClusterDirectory.of(
                settings,
                clusters,
                pxdb.timeout().plusSeconds(1),
                threads.executor(),
                System::nanoTime,
                Metrics.registry());
    }

    @Produces
    @jakarta.inject.Singleton
    public ClusterDirectory directory() {
        return directory;
    }

    @Produces
    @jakarta.inject.Singleton
    public ClusterCatalogue catalogue() {
        return new ClusterCatalogue(databases, settings.cell());
    }

    /// Warns when this proxy might not be the only one that counts a cluster's requests (A14), or serves none.
    public void checkCell() {
        clusters.map(Clusters::cells).ifPresent(cells -> adviseOn(settings.cell(), cells));
    }

    /// @param cells slugs of all that the database knows
    static void adviseOn(Optional<String> ours, List<String> cells) {
        if (ours.isEmpty() && cells.size() > 1) {
            ADVICE.warn(
                    "cell_unnamed",
                    field("cells", cells.size()),
                    field("fix", "set QUEEN_PROXY_CELL to this cell's slug: limits are exact at one proxy only"));
        }
        ours.filter(slug -> !cells.contains(slug))
                .ifPresent(slug -> ADVICE.warn(
                        "cell_unknown",
                        field("cell", slug),
                        field("known", String.join(",", cells.subList(0, Math.min(cells.size(), MOST_NAMED)))),
                        field(
                                "fix",
                                "set QUEEN_PROXY_CELL to a slug of queen_proxy.cells, or add that row: until then every"
                                        + " cluster is answered 421")));
    }

    /// Begins to listen; `told` hear of every change.
    public void listen(List<Invalidation> told) {
        listener = databases.connections().map(connections -> new InvalidationListener(connections, told));
        listener.ifPresent(mine -> {
            Gauge.builder("queen_proxy_listener_connected", mine, each -> each.connected() ? 1 : 0)
                    .description("Whether changes in the control plane are heard of at once")
                    .register(Metrics.registry());
            virtual.execute(mine);
        });
    }

    public void stop() {
        listener.ifPresent(InvalidationListener::stop);
    }
}
