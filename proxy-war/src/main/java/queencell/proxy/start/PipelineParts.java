package queencell.proxy.start;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import queencell.listener.EdgeSettings;
import queencell.metric.Metrics;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.Exposure;
import queencell.proxy.access.Identities;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.forward.Upstream;
import queencell.proxy.forward.UpstreamSettings;
import queencell.proxy.pipeline.BodyCap;
import queencell.proxy.pipeline.EdgeRules;
import queencell.proxy.pipeline.ProxyPlanner;
import queencell.proxy.pipeline.UpstreamRules;

/// Makes the plain objects that no room owns.
@ApplicationScoped
public class PipelineParts {
    @Produces
    @Singleton
    public MeterRegistry metrics() {
        return Metrics.registry();
    }

    @Produces
    @Singleton
    public Exposure exposure(ListenSettings listen) {
        return new Exposure(listen.isLoopback());
    }

    @Produces
    @Singleton
    public Upstream upstream(UpstreamSettings settings) {
        return new Upstream(settings);
    }

    @Produces
    @Singleton
    public ProxyPlanner planner(
            ClusterDirectory directory,
            ClusterSettings clusters,
            AccessSettings access,
            Identities identities,
            UpstreamRules rules,
            EdgeSettings edge,
            EdgeRules edgeRules,
            BodyCap web) {
        return new ProxyPlanner(directory, clusters, access, identities, rules, edge, edgeRules.timeoutExempt(), web);
    }

    /// How much of a body is read on the surfaces for people.
    @Produces
    @Singleton
    public BodyCap webBodies(ListenSettings listen, EdgeRules edgeRules) {
        return listen.webBodies(edgeRules);
    }
}
