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
import org.glassfish.jersey.server.ResourceConfig;
import queencell.listener.EdgeSettings;
import queencell.listener.EventLoops;
import queencell.listener.HostedApplication;
import queencell.listener.HttpListener;
import queencell.listener.ListenerSettings;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.ApiKeys;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Identities;
import queencell.proxy.access.KeyRing;
import queencell.proxy.access.Sessions;
import queencell.proxy.access.Standings;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.cluster.Clusters;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.forward.Upstream;
import queencell.proxy.forward.UpstreamSettings;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.LimitSettings;
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
import queencell.proxy.task.VirtualThreads;
import queencell.settings.SettingsReader;
import queencell.signin.SessionVerifier;
import queencell.signin.TokenKeys;
import queencell.signin.TokenSettings;
import queencell.web.FaultMapper;
import queencell.web.RefusedExceptionMapper;

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
        var reader = SettingsReader.of(new HashMap<>(environment));
        var clusters = reader.read(ClusterSettings.class);
        var access = reader.read(AccessSettings.class);
        var limits = reader.read(LimitSettings.class);
        var rules = reader.read(UpstreamRules.class);
        var tokens = reader.read(TokenSettings.class);
        var edgeRules = reader.read(EdgeRules.class);
        directory = ClusterDirectory.of(
                clusters,
                Optional.of(new Clusters(pxdb, Optional.empty())),
                Duration.ofSeconds(10),
                virtual,
                System::nanoTime);
        var keys = new KeyRing(
                Optional.of(new ApiKeys(pxdb)),
                clusters.staleGrace(),
                Duration.ofSeconds(10),
                virtual,
                System::nanoTime);
        var sessions = new Sessions(
                access,
                new SessionVerifier(TokenKeys.of(tokens), tokens),
                Optional.of(new Standings(pxdb)),
                InstantSource.system());
        var identities = new Identities(access, keys, sessions);
        var buckets = new Buckets(new ShardedBuckets(System::nanoTime), new ShardedBuckets(System::nanoTime));
        registry = new QueueRegistry(Optional.of(new Queues(pxdb)), brokers, virtual, System::nanoTime);
        upstream = new Upstream(reader.read(UpstreamSettings.class));
        var enforcement = new Enforcement(limits);
        var charges = new Charges(registry, buckets, storage, months, enforcement);
        var config = new ResourceConfig();
        List.of(
                        new EdgeFilter(edgeRules, clusters, access, tokens),
                        new ResolveClusterFilter(directory, clusters, access, identities),
                        new StatusFilter(),
                        new ClassifyFilter(access),
                        new FeatureFilter(pushBlocks, enforcement),
                        new AuthenticateFilter(identities, sessions),
                        new AuthorizeFilter(),
                        new RequestRateFilter(buckets, enforcement),
                        new QueryFilter(rules, limits),
                        new AnswerFilter(edgeRules, limits, buckets, enforcement, new RequestMetrics(), months),
                        new ForwardResource(
                                new BodyGate(limits, pushBlocks, charges, enforcement),
                                charges,
                                registry,
                                new OutgoingHead(rules),
                                new PollParking(parked, enforcement),
                                upstream,
                                new Settlement(usage, charges),
                                new VirtualThreads(virtual),
                                limits),
                        new RefusedExceptionMapper(),
                        new FaultMapper())
                .forEach(config::register);
        EdgeSettings edge = EdgeSettings.defaults();
        listener = HttpListener.start(
                new ListenerSettings("test", new InetSocketAddress("127.0.0.1", 0), Optional.empty(), edge),
                loops,
                HostedApplication.of(config),
                new ProxyPlanner(
                        directory,
                        clusters,
                        access,
                        identities,
                        rules,
                        edge,
                        List.of(),
                        new ProxyPlanner.WebPlan(1024, "QUEEN_EDGE_WEB_MAX_BODY_BYTES")),
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

    void sql(String statement) {
        SERVER.execute(statement);
    }

    WireClient connect() throws IOException {
        return new WireClient(listener.address());
    }

    /// @param lines `METHOD target`, then header lines
    WireClient.Answer call(String body, String... lines) throws IOException {
        try (WireClient client = connect()) {
            client.send(head(lines), body);
            return client.read();
        }
    }

    static String head(String... lines) {
        var head = new StringBuilder(lines[0]).append(" HTTP/1.1\n");
        for (int at = 1; at < lines.length; at++) {
            head.append(lines[at]).append('\n');
        }
        return head.toString();
    }

    /// What was metered since the last call, as `op reqs/msgs` of this cluster.
    List<String> metered(UUID cluster) {
        return usage.drainAll().stream()
                .filter(line -> line.cluster().equals(cluster))
                .map(ProxyInProcess::text)
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
