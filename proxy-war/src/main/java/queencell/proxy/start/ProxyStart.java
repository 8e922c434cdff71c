package queencell.proxy.start;

import static queencell.log.Field.field;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorDefinition;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import queencell.log.EventLog;
import queencell.proxy.access.AccessState;
import queencell.proxy.access.KeyRing;
import queencell.proxy.access.Sessions;
import queencell.proxy.auth.AuthSettings;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.cluster.ClusterState;
import queencell.proxy.database.DatabaseState;
import queencell.proxy.database.PxdbSettings;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.meter.UsageState;
import queencell.proxy.pipeline.UpstreamRules;
import queencell.proxy.registry.QueueRegistry;
import queencell.proxy.registry.RegistryState;
import queencell.proxy.task.Tasks;
import queencell.schema.SchemaUpdateException;
import queencell.settings.InvalidSettingException;
import queencell.signin.TokenKeys;

/// Starts the proxy in the order of section 14.1 and stops it in the order of 14.3. Whatever fails at the start ends
/// the
/// process: one line, status 1.
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
@ManagedExecutorDefinition(name = Tasks.VIRTUAL, virtual = true)
@ManagedScheduledExecutorDefinition(name = Tasks.SCHEDULED, virtual = true)
public class ProxyStart {
    private static final EventLog LOG = EventLog.of("start");

    @Inject
    private Configuration configuration;

    @Inject
    private DatabaseState database;

    // looked up one after the other, because each reads what the one before has opened
    @Inject
    private Instance<Object> beans;

    @Resource(lookup = Tasks.VIRTUAL)
    private ManagedExecutorService virtual;

    private TenantPort port;

    @PostConstruct
    void start() {
        try {
            begin();
        } catch (RuntimeException cause) {
            throw FailedStart.end(rootOf(cause));
        }
    }

    /// The container wraps what a producer or a bean threw.
    private static RuntimeException rootOf(RuntimeException wrapped) {
        RuntimeException reason = wrapped;
        for (Throwable each = wrapped; each != null; each = each.getCause()) {
            if (each instanceof InvalidSettingException || each instanceof SchemaUpdateException) {
                return (RuntimeException) each;
            }
            if (each instanceof RuntimeException inner && inner.getMessage() != null) {
                reason = inner;
            }
        }
        return reason;
    }

    private void begin() {
        configuration.check().forEach(text -> LOG.warn("setting_doubtful", field("warning", text)));
        var clusters = bean(ClusterSettings.class);
        checkThatThereIsSomethingToServe(clusters);
        checkThatTestProvidersStayHere();
        database.open(PersistentRows.ALL);
        bean(ClusterState.class).checkCell();
        warnAboutKeys();
        bean(AccessState.class).start();
        bean(RegistryState.class).start();
        bean(UsageState.class).start();
        bean(ClusterState.class)
                .listen(List.of(
                        bean(ClusterDirectory.class),
                        bean(KeyRing.class),
                        bean(Sessions.class),
                        bean(QueueRegistry.class)));
        port = bean(TenantPort.class);
        port.open(virtual);
        bean(Readiness.class).set(true);
        sayUp(clusters);
    }

    private void checkThatThereIsSomethingToServe(ClusterSettings clusters) {
        boolean hasDatabase = bean(PxdbSettings.class).host().isPresent();
        if (!hasDatabase && clusters.devCellUrl().isEmpty()) {
            throw new InvalidSettingException("nothing to serve: set PXDB_HOST to the proxy's own PostgreSQL, or"
                    + " QUEEN_PROXY_DEV_CELL_URL to a broker for development");
        }
        if (!hasDatabase && !clusters.sharedHosts().isEmpty()) {
            throw new InvalidSettingException("QUEEN_PROXY_SHARED_HOSTS is set without PXDB_HOST: on a shared host the"
                    + " credential names the cluster, and only the database knows credentials");
        }
    }

    /// Whoever answers there says who people are: nobody else may reach a proxy that believes it.
    private void checkThatTestProvidersStayHere() {
        boolean reachable =
                !bean(ListenSettings.class).listener().bind().getAddress().isLoopbackAddress();
        if (bean(AuthSettings.class).testBase().isPresent() && reachable) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_TEST_OAUTH_BASE is set while QUEEN_PROXY_BIND_ADDR is `%s`: it is"
                                    .formatted(bean(ListenSettings.class).bindAddress())
                            + " for tests on a proxy bound to 127.0.0.1");
        }
    }

    private void warnAboutKeys() {
        if (bean(PxdbSettings.class).host().isPresent() && bean(TokenKeys.class).isEmpty()) {
            LOG.warn(
                    "sessions_off",
                    field("fix", "set QUEEN_PROXY_JWT_ED25519_PEM to let people sign in; API keys work without"));
        }
    }

    private void sayUp(ClusterSettings clusters) {
        if (!bean(UpstreamRules.class).tenantHeader()) {
            LOG.warn(
                    "tenant_header_off",
                    field(
                            "effect",
                            "all clusters share the broker's default tenant; set QUEEN_PROXY_TENANT_HEADER=true"));
        }
        LOG.info(
                "queen-proxy up",
                field("address", port.address()),
                field("enforce", bean(LimitSettings.class).enforce()),
                field("dev_static", clusters.devCellUrl().isPresent()),
                field("shared_hosts", String.join(",", clusters.sharedHosts())));
    }

    @PreDestroy
    void stop() {
        if (port == null) {
            return;
        }
        ListenSettings settings = bean(ListenSettings.class);
        LOG.info(
                "queen-proxy stopping",
                field("grace_ms", settings.shutdownGrace().toMillis()));
        bean(Readiness.class).set(false);
        port.drain(settings.shutdownGrace());
        Duration left = settings.shutdownDrain();
        bean(UsageState.class).stop(left);
        bean(RegistryState.class).stop();
        bean(AccessState.class).stop();
        bean(ClusterState.class).stop();
        port.close();
        database.close();
        LOG.info("queen-proxy down");
    }

    private <T> T bean(Class<T> type) {
        return beans.select(type).get();
    }
}
