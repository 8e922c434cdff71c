package queencell.proxy.rehearsal;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.glassfish.jersey.server.ResourceConfig;
import queencell.listener.EventLoops;
import queencell.listener.HostedApplication;
import queencell.listener.HttpListener;
import queencell.listener.ListenerSettings;
import queencell.proxy.access.ApiKey;
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
import queencell.proxy.pipeline.OwnDataPath;
import queencell.proxy.registry.QueueRegistry;
import queencell.signin.SessionVerifier;
import queencell.signin.TokenKeys;

/// A data path with everything that belongs to it, on a port of this machine: one cluster, found under every name
/// and with every key, with every limit set and none of them within reach. All it remembers and counts is its own
/// and ends with it.
final class Stage implements AutoCloseable {
    private static final UUID CLUSTER = new UUID(0, 7);
    private static final UUID KEY = new UUID(0, 8);
    private static final long FAR_AWAY = 1_000_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final StandInBroker broker;
    private final Upstream upstream;
    private final EventLoops loops;
    private final HttpListener listener;

    /// @param loops its own; closed with it
    Stage(OwnDataPath.Settings settings, EventLoops loops, Executor blocking, MeterRegistry metrics)
            throws IOException {
        this.loops = loops;
        broker = new StandInBroker();
        upstream = new Upstream(new UpstreamSettings(PATIENCE));
        var path = new OwnDataPath(settings, state(settings, cluster(broker.url()), blocking, metrics));
        var config = new ResourceConfig();
        path.components().forEach(config::register);
        listener = HttpListener.start(
                new ListenerSettings(
                        "rehearsal", new InetSocketAddress(Loopback.ADDRESS, 0), Optional.empty(), settings.edge()),
                loops,
                HostedApplication.of(config),
                path.planner(),
                blocking);
    }

    InetSocketAddress address() {
        return listener.address();
    }

    private static ClusterContext cluster(String brokerUrl) {
        Map<LimitColumn, Long> limits = new EnumMap<>(LimitColumn.class);
        for (LimitColumn column : LimitColumn.values()) {
            limits.put(column, FAR_AWAY);
        }
        return new ClusterContext(
                CLUSTER,
                CLUSTER,
                CLUSTER,
                "rehearsal",
                brokerUrl,
                CellSecret.of("rehearsal"),
                EffectiveStatus.ACTIVE,
                EffectiveLimits.merge(limits, "{}"),
                Features.all());
    }

    private OwnDataPath.State state(
            OwnDataPath.Settings settings, ClusterContext cluster, Executor blocking, MeterRegistry metrics) {
        var directory = ClusterDirectory.of(
                settings.clusters(),
                Optional.of(new OneCluster(cluster)),
                PATIENCE,
                blocking,
                System::nanoTime,
                metrics);
        var keys = new KeyRing(
                Optional.of(new AnyKey()),
                settings.clusters().staleGrace(),
                PATIENCE,
                blocking,
                System::nanoTime,
                metrics);
        var sessions = new Sessions(
                settings.access(),
                new SessionVerifier(TokenKeys.of(settings.tokens()), settings.tokens()),
                Optional.empty(),
                InstantSource.system());
        var storage = new StorageAccounts();
        var pushBlocks = new PushBlocks(storage);
        var months = new MonthlyAccounts(pushBlocks);
        months.settle(CLUSTER, 0, FAR_AWAY);
        return new OwnDataPath.State(
                directory,
                new Identities(settings.access(), keys, sessions),
                sessions,
                new QueueRegistry(Optional.empty(), (_, _) -> Optional.empty(), blocking, System::nanoTime),
                new Buckets(new ShardedBuckets(System::nanoTime), new ShardedBuckets(System::nanoTime)),
                storage,
                pushBlocks,
                months,
                new ParkedSlots(settings.limits().cellMaxParked()),
                new UsageAggregate(InstantSource.system(), months),
                upstream,
                blocking,
                metrics);
    }

    private record OneCluster(ClusterContext cluster) implements ClusterDirectory.Source {
        @Override
        public Optional<ClusterContext> bySlug(String slug) {
            return Optional.of(cluster);
        }

        @Override
        public Optional<ClusterContext> byId(UUID id) {
            return Optional.of(cluster);
        }
    }

    private static final class AnyKey implements KeyRing.Source {
        @Override
        public Optional<ApiKey> findByHash(String keyHash) {
            return Optional.of(new ApiKey(KEY, CLUSTER, EnumSet.allOf(Scope.class)));
        }

        @Override
        public void touch(Collection<UUID> keys) {
            // nobody will ask when it was used
        }
    }

    @Override
    public void close() {
        listener.drain(Duration.ofSeconds(2));
        listener.close();
        upstream.close();
        broker.close();
        loops.close();
    }
}
