package queencell.proxy.pipeline;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.glassfish.jersey.server.ResourceConfig;
import queencell.listener.EventLoops;
import queencell.listener.HostedApplication;
import queencell.listener.HttpListener;
import queencell.listener.ListenerSettings;
import queencell.metric.Metrics;
import queencell.proxy.access.ApiKey;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Identities;
import queencell.proxy.access.KeyRing;
import queencell.proxy.access.Scope;
import queencell.proxy.access.Sessions;
import queencell.proxy.cluster.CellSecret;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.EffectiveLimits;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.Features;
import queencell.proxy.cluster.LimitColumn;
import queencell.proxy.forward.Upstream;
import queencell.proxy.forward.UpstreamSettings;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.ParkedSlots;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.ShardedBuckets;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.meter.UsageAggregate;
import queencell.proxy.registry.QueueRegistry;
import queencell.settings.SettingsReader;
import queencell.signin.SessionVerifier;
import queencell.signin.TokenKeys;

/// The data path on a port of its own, with one cluster and one key and no database.
final class TestPath implements AutoCloseable {
    static final String KEY = "qk_test_opens_everything";
    static final UUID CLUSTER = new UUID(1, 2);

    final ParkedSlots parked = new ParkedSlots(20_000);
    final StorageAccounts storage = new StorageAccounts();
    final PushBlocks pushBlocks = new PushBlocks(storage);
    final MonthlyAccounts months = new MonthlyAccounts(pushBlocks);
    /// With a load that ends before anybody can wait for it.
    final QueueRegistry registry =
            new QueueRegistry(Optional.empty(), (_, _) -> Optional.empty(), Runnable::run, System::nanoTime);
    final UsageAggregate usage = new UsageAggregate(InstantSource.system(), months);
    final Upstream upstream = new Upstream(new UpstreamSettings(Duration.ofSeconds(5)));
    /// Runs what the data path does away from its loops, on a virtual thread.
    volatile Consumer<Runnable> elsewhere = Runnable::run;
    private final ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
    private final EventLoops loops = EventLoops.start("path", 2);
    private final HttpListener listener;
    private final ClusterContext cluster;

    /// @param slug of the only cluster
    TestPath(String slug, String brokerUrl, EffectiveStatus status, Map<String, String> environment) {
        this(slug, brokerUrl, status, Map.of(), environment);
    }

    /// @param plan limits beyond those of rates, which are out of reach
    /// @param more components of JAX-RS besides those of the data path
    TestPath(
            String slug,
            String brokerUrl,
            EffectiveStatus status,
            Map<LimitColumn, Long> plan,
            Map<String, String> environment,
            Object... more) {
        this(cluster(slug, brokerUrl, CellSecret.none(), status, plan), environment, more);
    }

    /// @param secret of the cell
    TestPath(String slug, String brokerUrl, CellSecret secret) {
        this(cluster(slug, brokerUrl, secret, EffectiveStatus.ACTIVE, Map.of()), Map.of());
    }

    private static ClusterContext cluster(
            String slug, String brokerUrl, CellSecret secret, EffectiveStatus status, Map<LimitColumn, Long> plan) {
        Map<LimitColumn, Long> limits = new EnumMap<>(LimitColumn.class);
        limits.put(LimitColumn.MAX_REQ_PER_SEC, 1_000_000L);
        limits.put(LimitColumn.MAX_MSGS_PER_SEC, 1_000_000L);
        limits.putAll(plan);
        return new ClusterContext(
                CLUSTER,
                CLUSTER,
                CLUSTER,
                slug,
                brokerUrl,
                secret,
                status,
                EffectiveLimits.merge(limits, "{}"),
                Features.all());
    }

    private TestPath(ClusterContext cluster, Map<String, String> environment, Object... more) {
        this.cluster = cluster;
        var settings = OwnDataPath.Settings.read(SettingsReader.of(new HashMap<>(environment)));
        var path = new OwnDataPath(settings, state(settings));
        var config = new ResourceConfig();
        path.components().forEach(config::register);
        Stream.of(more).forEach(config::register);
        listener = HttpListener.start(
                new ListenerSettings("path", new InetSocketAddress("127.0.0.1", 0), Optional.empty(), settings.edge()),
                loops,
                HostedApplication.of(config),
                path.planner(),
                virtual);
    }

    private OwnDataPath.State state(OwnDataPath.Settings settings) {
        var directory = ClusterDirectory.of(
                settings.clusters(),
                Optional.of(new OnlyCluster()),
                Duration.ofSeconds(5),
                virtual,
                System::nanoTime,
                Metrics.registry());
        var keys = new KeyRing(
                Optional.of(new OnlyKey()),
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                virtual,
                System::nanoTime,
                Metrics.registry());
        var sessions = new Sessions(
                settings.access(),
                new SessionVerifier(TokenKeys.of(settings.tokens()), settings.tokens()),
                Optional.empty(),
                InstantSource.system());
        return new OwnDataPath.State(
                directory,
                new Identities(settings.access(), keys, sessions),
                sessions,
                registry,
                new Buckets(new ShardedBuckets(System::nanoTime), new ShardedBuckets(System::nanoTime)),
                storage,
                pushBlocks,
                months,
                parked,
                usage,
                upstream,
                task -> virtual.execute(() -> elsewhere.accept(task)),
                Metrics.registry());
    }

    private final class OnlyCluster implements ClusterDirectory.Source {
        @Override
        public Optional<ClusterContext> bySlug(String slug) {
            return Optional.of(cluster).filter(mine -> mine.slug().equals(slug));
        }

        @Override
        public Optional<ClusterContext> byId(UUID id) {
            return Optional.of(cluster).filter(mine -> mine.id().equals(id));
        }
    }

    private static final class OnlyKey implements KeyRing.Source {
        private static final String HASH =
                ((Credential.ApiKey) Credential.ofApiRequest("Bearer " + KEY, "", "", "none")).keyHash();

        @Override
        public Optional<ApiKey> findByHash(String keyHash) {
            return keyHash.equals(HASH)
                    ? Optional.of(new ApiKey(new UUID(1, 3), CLUSTER, EnumSet.allOf(Scope.class)))
                    : Optional.empty();
        }

        @Override
        public void touch(Collection<UUID> keys) {
            // nobody asks
        }
    }

    int port() {
        return listener.address().getPort();
    }

    int openConnections() {
        return listener.openConnections();
    }

    /// Waits until what has happened to connections so far is known to their requests.
    void settle() {
        loops.settle(Duration.ofSeconds(10));
    }

    /// @param lines `METHOD target`, then header lines
    WireClient.Answer call(String body, String... lines) throws IOException {
        try (WireClient client = new WireClient(listener.address())) {
            client.send(WireClient.head(lines), body);
            return client.read();
        }
    }

    /// Asks as the holder of the key.
    ///
    /// @param line `METHOD target`
    /// @param fields further header lines
    WireClient.Answer ask(String line, String host, String... fields) throws IOException {
        return call(
                "",
                Stream.concat(Stream.of(line, "Host: " + host, "Authorization: Bearer " + KEY), Stream.of(fields))
                        .toArray(String[]::new));
    }

    @Override
    public void close() {
        listener.close();
        upstream.close();
        loops.close();
        virtual.shutdownNow();
    }
}
