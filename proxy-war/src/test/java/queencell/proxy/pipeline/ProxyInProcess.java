package queencell.proxy.pipeline;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.glassfish.jersey.server.ResourceConfig;
import queencell.listener.EventLoops;
import queencell.listener.HostedApplication;
import queencell.listener.HttpListener;
import queencell.listener.ListenerSettings;
import queencell.metric.Metrics;
import queencell.proxy.access.ApiKeys;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Identities;
import queencell.proxy.access.KeyRing;
import queencell.proxy.access.Sessions;
import queencell.proxy.access.Standings;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.Clusters;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.forward.Upstream;
import queencell.proxy.forward.UpstreamSettings;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.ParkedSlots;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.ShardedBuckets;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.meter.UsageAggregate;
import queencell.proxy.meter.UsageLine;
import queencell.proxy.registry.CellBrokers;
import queencell.proxy.registry.QueueRegistry;
import queencell.proxy.registry.Queues;
import queencell.settings.SettingsReader;
import queencell.signin.SessionVerifier;
import queencell.signin.TokenKeys;

/// The whole data path on a port of its own, over the real database and a stub broker; everything but the container.
final class ProxyInProcess implements AutoCloseable {
    private static final PxdbServer SERVER = PxdbServer.running();

    final StubBroker broker = new StubBroker();
    final Pxdb pxdb = SERVER.pxdb();
    final StorageAccounts storage = new StorageAccounts();
    final PushBlocks pushBlocks = new PushBlocks(storage);
    final ParkedSlots parked = new ParkedSlots(100);
    final MonthlyAccounts months = new MonthlyAccounts(pushBlocks);
    final UsageAggregate usage = new UsageAggregate(InstantSource.system(), months);
    final CellBrokers brokers = new CellBrokers();
    final QueueRegistry registry;
    final ClusterDirectory directory;
    private final ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
    private final EventLoops loops = EventLoops.start("test", 1);
    private final Upstream upstream;
    private final HttpListener listener;

    ProxyInProcess(Map<String, String> environment) {
        var settings = OwnDataPath.Settings.read(SettingsReader.of(new HashMap<>(environment)));
        directory = ClusterDirectory.of(
                settings.clusters(),
                Optional.of(new Clusters(pxdb, Optional.empty())),
                Duration.ofSeconds(10),
                virtual,
                System::nanoTime,
                Metrics.registry());
        var keys = new KeyRing(
                Optional.of(new ApiKeys(pxdb)),
                settings.clusters().staleGrace(),
                Duration.ofSeconds(10),
                virtual,
                System::nanoTime,
                Metrics.registry());
        var sessions = new Sessions(
                settings.access(),
                new SessionVerifier(TokenKeys.of(settings.tokens()), settings.tokens()),
                Optional.of(new Standings(pxdb)),
                InstantSource.system());
        registry = new QueueRegistry(Optional.of(new Queues(pxdb)), brokers, virtual, System::nanoTime);
        upstream = new Upstream(new UpstreamSettings(Duration.ofSeconds(5)));
        var path = new OwnDataPath(
                settings,
                new OwnDataPath.State(
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
                        virtual,
                        Metrics.registry()));
        var config = new ResourceConfig();
        path.components().forEach(config::register);
        listener = HttpListener.start(
                new ListenerSettings("test", new InetSocketAddress("127.0.0.1", 0), Optional.empty(), settings.edge()),
                loops,
                HostedApplication.of(config),
                path.planner(),
                virtual);
    }

    /// A cluster on the plan `free` whose broker is the stub.
    UUID cluster(String slug) {
        UUID id = SERVER.cluster(slug);
        SERVER.execute(
                "update queen_proxy.cells set base_url = '%s' where slug = 'cell-%s'".formatted(broker.url(), slug));
        return id;
    }

    /// A key of the cluster with these scopes, such as `{produce,consume}`.
    String key(UUID cluster, String scopes) {
        String key = "qk_test_" + UUID.randomUUID();
        SERVER.value("select queen_proxy.issue_api_key('%s', 'k', '%s', '%s')"
                .formatted(cluster, Credential.hashOf(key), scopes));
        return key;
    }

    /// A cluster of its own, so that what it has used is of one test alone.
    ///
    /// @param host header line, as `key`
    record Tenant(ProxyInProcess proxy, UUID cluster, String host, String key) {
        WireClient.Answer call(String line, String body) throws IOException {
            return proxy.call(body, line, host, key);
        }
    }

    /// @param scopes of its key
    Tenant tenant(String slug, String scopes) {
        UUID cluster = cluster(slug);
        return new Tenant(this, cluster, "Host: " + slug + ".example", "Authorization: Bearer " + key(cluster, scopes));
    }

    void sql(String statement) {
        SERVER.execute(statement);
    }

    WireClient connect() throws IOException {
        return new WireClient(listener.address());
    }

    /// @param lines `METHOD target`, then header lines
    WireClient.Answer call(String body, String... lines) throws IOException {
        try (WireClient client = connect()) {
            client.send(WireClient.head(lines), body);
            return client.read();
        }
    }

    /// What was metered since the last call, as `op reqs/msgs` of this cluster.
    List<String> metered(UUID cluster) {
        return metered(cluster, ProxyInProcess::text);
    }

    /// The same as `op reqs/msgs in/out`, with the bytes of both bodies.
    List<String> meteredWithBytes(UUID cluster) {
        return metered(
                cluster,
                line -> "%s %d/%d"
                        .formatted(
                                text(line), line.used().bytesIn(), line.used().bytesOut()));
    }

    private List<String> metered(UUID cluster, Function<UsageLine, String> text) {
        return usage.drainAll().stream()
                .filter(line -> line.cluster().equals(cluster))
                .map(text)
                .sorted()
                .toList();
    }

    private static String text(UsageLine line) {
        return "%s %d/%d"
                .formatted(line.op().wireName(), line.used().reqs(), line.used().msgs());
    }

    @Override
    public void close() throws IOException {
        listener.close();
        upstream.close();
        loops.close();
        broker.close();
        virtual.shutdownNow();
        pxdb.close();
    }
}
