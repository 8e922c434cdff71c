package queencell.proxy.pipeline;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.Executor;
import queencell.listener.EdgeSettings;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.Identities;
import queencell.proxy.access.Sessions;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.forward.Upstream;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.ParkedSlots;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.meter.UsageAggregate;
import queencell.proxy.registry.QueueRegistry;
import queencell.proxy.task.VirtualThreads;
import queencell.settings.SettingsReader;
import queencell.signin.TokenSettings;
import queencell.web.FaultMapper;
import queencell.web.RefusedExceptionMapper;

/// The data path on state of somebody's own: the filters and the resource that the container makes of beans, made by
/// hand. For a rehearsal, which must leave no trace in the proxy's state, and for tests.
public record OwnDataPath(Settings settings, State state) {

    /// How it behaves.
    public record Settings(
            ClusterSettings clusters,
            AccessSettings access,
            LimitSettings limits,
            UpstreamRules upstream,
            TokenSettings tokens,
            EdgeSettings edge,
            EdgeRules edgeRules,
            WebEdgeRules webEdge) {

        public static Settings read(SettingsReader reader) {
            return new Settings(
                    reader.read(ClusterSettings.class),
                    reader.read(AccessSettings.class),
                    reader.read(LimitSettings.class),
                    reader.read(UpstreamRules.class),
                    reader.read(TokenSettings.class),
                    reader.read(EdgeSettings.class),
                    reader.read(EdgeRules.class),
                    reader.read(WebEdgeRules.class));
        }
    }

    /// What it finds, remembers and counts.
    ///
    /// @param elsewhere runs what would hold up an event loop
    public record State(
            ClusterDirectory directory,
            Identities identities,
            Sessions sessions,
            QueueRegistry registry,
            Buckets buckets,
            StorageAccounts storage,
            PushBlocks pushBlocks,
            MonthlyAccounts months,
            ParkedSlots parked,
            UsageAggregate usage,
            Upstream upstream,
            Executor elsewhere,
            MeterRegistry metrics) {}

    /// What is registered with Jersey, each an instance.
    public List<Object> components() {
        var enforcement = new Enforcement(settings.limits, state.metrics);
        var charges = new Charges(state.registry, state.buckets, state.storage, state.months, enforcement);
        var outgoing = new OutgoingHead(settings.upstream);
        return List.of(
                new EdgeFilter(settings.edgeRules, settings.clusters, settings.access, settings.tokens),
                new WebEdgeFilter(settings.webEdge, settings.edgeRules, settings.access, settings.tokens),
                new ResolveClusterFilter(
                        state.directory, settings.clusters, settings.access, state.identities, state.sessions),
                new StatusFilter(),
                new ClassifyFilter(settings.access),
                new FeatureFilter(state.pushBlocks, enforcement),
                new AuthenticateFilter(state.identities, state.sessions),
                new AuthorizeFilter(),
                new FieldCountFilter(outgoing),
                new RequestRateFilter(state.buckets, enforcement),
                new QueryFilter(settings.upstream, settings.limits),
                new AnswerFilter(
                        settings.edgeRules,
                        settings.limits,
                        state.buckets,
                        enforcement,
                        new RequestMetrics(state.metrics),
                        state.months),
                resource(enforcement, charges, outgoing),
                new RefusedExceptionMapper(),
                new FaultMapper());
    }

    private ForwardResource resource(Enforcement enforcement, Charges charges, OutgoingHead outgoing) {
        return new ForwardResource(
                new BodyGate(settings.limits, state.pushBlocks, charges, enforcement),
                charges,
                state.registry,
                outgoing,
                new PollParking(state.parked, enforcement),
                state.upstream,
                new Settlement(state.usage, charges),
                new VirtualThreads(state.elsewhere),
                settings.limits,
                settings.edgeRules);
    }

    public ProxyPlanner planner() {
        return new ProxyPlanner(
                state.directory,
                settings.clusters,
                settings.access,
                state.identities,
                settings.upstream,
                settings.edge,
                settings.edgeRules.timeoutExempt(),
                // none of the proxy's own pages is served here
                new BodyCap(1024, "QUEEN_EDGE_WEB_MAX_BODY_BYTES"));
    }
}
