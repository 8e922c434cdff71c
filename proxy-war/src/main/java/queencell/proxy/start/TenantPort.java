package queencell.proxy.start;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Gauge;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.glassfish.jersey.server.ResourceConfig;
import queencell.listener.EdgeSettings;
import queencell.listener.EventLoops;
import queencell.listener.FilterChain;
import queencell.listener.HostedApplication;
import queencell.listener.HttpListener;
import queencell.listener.ServletHost;
import queencell.listener.ServletHostFilter;
import queencell.listener.WorkerThreads;
import queencell.log.EventLog;
import queencell.metric.Metrics;
import queencell.proxy.auth.DatabaseSilentMapper;
import queencell.proxy.auth.LoginResource;
import queencell.proxy.auth.LoginStyleResource;
import queencell.proxy.auth.LogoutResource;
import queencell.proxy.auth.MeResource;
import queencell.proxy.auth.OauthResource;
import queencell.proxy.auth.SessionTokenResource;
import queencell.proxy.console.ConsoleFilter;
import queencell.proxy.console.ConsoleShellResource;
import queencell.proxy.console.KeyResource;
import queencell.proxy.console.MemberResource;
import queencell.proxy.console.OverviewResource;
import queencell.proxy.console.UsageResource;
import queencell.proxy.forward.Upstream;
import queencell.proxy.operator.OperatorFilter;
import queencell.proxy.operator.OperatorUserResource;
import queencell.proxy.pipeline.AnswerFilter;
import queencell.proxy.pipeline.AuthenticateFilter;
import queencell.proxy.pipeline.AuthorizeFilter;
import queencell.proxy.pipeline.ClassifyFilter;
import queencell.proxy.pipeline.DocumentFilter;
import queencell.proxy.pipeline.EdgeFilter;
import queencell.proxy.pipeline.EdgeRules;
import queencell.proxy.pipeline.FeatureFilter;
import queencell.proxy.pipeline.FieldCountFilter;
import queencell.proxy.pipeline.ForwardResource;
import queencell.proxy.pipeline.OperatorBodyFilter;
import queencell.proxy.pipeline.OperatorEdgeFilter;
import queencell.proxy.pipeline.ProxyPlanner;
import queencell.proxy.pipeline.QueryFilter;
import queencell.proxy.pipeline.RequestRateFilter;
import queencell.proxy.pipeline.ResolveClusterFilter;
import queencell.proxy.pipeline.StatusFilter;
import queencell.proxy.pipeline.WebEdgeFilter;
import queencell.web.FaultMapper;
import queencell.web.RefusedExceptionMapper;

/// The tenants' port with the application behind it. One thread opens and closes it.
@ApplicationScoped
public class TenantPort {
    /// Each is made once, here. The filters are [queencell.web.Registered]: a proxy would hide their
    /// `@PreMatching` and `@Priority` from Jersey.
    static final List<Class<?>> COMPONENTS = List.of(
            EdgeFilter.class,
            WebEdgeFilter.class,
            DocumentFilter.class,
            ResolveClusterFilter.class,
            StatusFilter.class,
            ClassifyFilter.class,
            FeatureFilter.class,
            AuthenticateFilter.class,
            AuthorizeFilter.class,
            FieldCountFilter.class,
            RequestRateFilter.class,
            QueryFilter.class,
            AnswerFilter.class,
            ForwardResource.class,
            HealthResource.class,
            JwksResource.class,
            LoginResource.class,
            LoginStyleResource.class,
            OauthResource.class,
            LogoutResource.class,
            SessionTokenResource.class,
            MeResource.class,
            ConsoleFilter.class,
            OverviewResource.class,
            UsageResource.class,
            KeyResource.class,
            MemberResource.class,
            ConsoleShellResource.class,
            OperatorFilter.class,
            OperatorEdgeFilter.class,
            OperatorBodyFilter.class,
            OperatorUserResource.class);

    private static final EventLog LOG = EventLog.of("start");
    /// A loop that is longer at one task is stuck.
    private static final Duration LOOPS_PATIENCE = Duration.ofSeconds(1);

    private final ListenSettings settings;
    private final EdgeSettings edge;
    private final EdgeRules rules;
    private final Instance<Object> beans;
    private Optional<EventLoops> loops = Optional.empty();
    private Optional<HttpListener> netty = Optional.empty();
    private Optional<ServletHost> payara = Optional.empty();

    @Inject
    TenantPort(ListenSettings settings, EdgeSettings edge, EdgeRules rules, Instance<Object> beans) {
        this.settings = settings;
        this.edge = edge;
        this.rules = rules;
        this.beans = beans;
    }

    /// @param blocking runs requests that may wait for the database
    void open(Executor blocking) {
        var threads = EventLoops.start("proxy", WorkerThreads.of(settings.workerThreads()));
        loops = Optional.of(threads);
        ProxyPlanner planner = beans.select(ProxyPlanner.class).get();
        if (settings.isNetty()) {
            HttpListener opened = HttpListener.start(
                    settings.listener(edge, rules.ownAnswers()), threads, application(), planner, blocking);
            netty = Optional.of(opened);
            Gauge.builder("queen_proxy_open_connections", opened, HttpListener::openConnections)
                    .description("Connections of tenants")
                    .register(Metrics.registry());
        } else {
            var host = new ServletHost("tenant", edge, rules.ownAnswers(), threads, application(), planner, blocking);
            payara = Optional.of(host);
            PayaraListener.mount(settings, host);
            Gauge.builder("queen_proxy_open_connections", host, ServletHost::runningRequests)
                    .description("Requests of tenants that are not answered yet; connections are Payara's")
                    .register(Metrics.registry());
        }
    }

    private HostedApplication application() {
        var config = new ResourceConfig();
        List<ContainerRequestFilter> steps = new ArrayList<>();
        for (Class<?> type : COMPONENTS) {
            Object component = beans.select(type).get();
            if (component instanceof ContainerRequestFilter step && type.isAnnotationPresent(PreMatching.class)) {
                steps.add(step);
                if (component instanceof ContainerResponseFilter) {
                    config.register(component, ContainerResponseFilter.class);
                }
            } else {
                config.register(component);
            }
        }
        config.register(FilterChain.of(steps));
        config.register(new RefusedExceptionMapper());
        config.register(new DatabaseSilentMapper());
        config.register(new FaultMapper());
        return HostedApplication.of(config);
    }

    String address() {
        return netty.map(open -> open.address().toString()).orElse("Payara's listener on port " + settings.port());
    }

    /// No new requests; those that run may take so long. Whatever has ended then is recorded, except
    /// answers that are still read for the meter ([#finishReading]).
    void drain(Duration grace) {
        netty.ifPresent(open -> open.drain(grace));
        payara.ifPresent(host -> host.drain(grace));
        settle();
    }

    /// Lets answers whose clients have left be read to their ends, at most so long (A17). Afterwards nothing more is
    /// recorded.
    void finishReading(Duration patience) {
        beans.select(Upstream.class).get().finishDetached(patience);
        settle();
    }

    /// What a request has used is recorded on its loop, a moment after its client was served or given up.
    private void settle() {
        loops.ifPresent(threads -> {
            if (!threads.settle(LOOPS_PATIENCE)) {
                LOG.warn(
                        "requests_unsettled",
                        field("waited_ms", LOOPS_PATIENCE.toMillis()),
                        field("effect", "usage of requests that ended just now may be lost"));
            }
        });
    }

    void close() {
        netty.ifPresent(HttpListener::close);
        payara.ifPresent(_ -> ServletHostFilter.unmount(settings.port()));
        beans.select(Upstream.class).get().close();
        loops.ifPresent(EventLoops::close);
    }
}
