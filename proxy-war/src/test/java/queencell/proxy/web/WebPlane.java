package queencell.proxy.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.glassfish.jersey.server.ResourceConfig;
import queencell.listener.EdgeSettings;
import queencell.listener.EventLoops;
import queencell.listener.HostedApplication;
import queencell.listener.HttpListener;
import queencell.listener.ListenerSettings;
import queencell.metric.Metrics;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.ApiKeys;
import queencell.proxy.access.CellUsers;
import queencell.proxy.access.Identities;
import queencell.proxy.access.IssuedKeys;
import queencell.proxy.access.KeyRing;
import queencell.proxy.access.Members;
import queencell.proxy.access.Sessions;
import queencell.proxy.access.Standings;
import queencell.proxy.access.Users;
import queencell.proxy.auth.AuthSettings;
import queencell.proxy.auth.DatabaseSilentMapper;
import queencell.proxy.auth.LoginResource;
import queencell.proxy.auth.LoginStyleResource;
import queencell.proxy.auth.LogoutResource;
import queencell.proxy.auth.MeResource;
import queencell.proxy.auth.OauthResource;
import queencell.proxy.auth.SessionTokenResource;
import queencell.proxy.auth.Signin;
import queencell.proxy.cluster.ClusterCatalogue;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.cluster.Clusters;
import queencell.proxy.console.ConsoleFilter;
import queencell.proxy.console.ConsoleShellResource;
import queencell.proxy.console.KeyResource;
import queencell.proxy.console.MemberResource;
import queencell.proxy.console.OverviewResource;
import queencell.proxy.console.UsageResource;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.limit.LimitState;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.meter.UsageReport;
import queencell.proxy.operator.OperatorFilter;
import queencell.proxy.operator.OperatorUserResource;
import queencell.proxy.pipeline.AnswerFilter;
import queencell.proxy.pipeline.BodyCap;
import queencell.proxy.pipeline.DocumentFilter;
import queencell.proxy.pipeline.EdgeFilter;
import queencell.proxy.pipeline.EdgeRules;
import queencell.proxy.pipeline.OperatorBodyFilter;
import queencell.proxy.pipeline.OperatorEdgeFilter;
import queencell.proxy.pipeline.ProxyPlanner;
import queencell.proxy.pipeline.UpstreamRules;
import queencell.proxy.pipeline.WebEdgeFilter;
import queencell.proxy.pipeline.WebEdgeRules;
import queencell.proxy.start.JwksResource;
import queencell.settings.SettingsReader;
import queencell.signin.LoginSettings;
import queencell.signin.SessionMint;
import queencell.signin.SessionVerifier;
import queencell.signin.TokenKeys;
import queencell.signin.TokenSettings;
import queencell.web.FaultMapper;
import queencell.web.RefusedExceptionMapper;

/// The surfaces for people as the proxy serves them: its listener, its filters and resources, over a real database.
/// Only the broker's side is missing.
public final class WebPlane implements AutoCloseable {
    /// What the application of the proxy registers for them.
    public static final List<Class<?>> RESOURCES = List.of(
            LoginResource.class,
            LoginStyleResource.class,
            OauthResource.class,
            LogoutResource.class,
            SessionTokenResource.class,
            MeResource.class,
            OverviewResource.class,
            UsageResource.class,
            KeyResource.class,
            MemberResource.class,
            ConsoleShellResource.class,
            OperatorUserResource.class,
            JwksResource.class);

    private static final List<Class<?>> FILTERS = List.of(
            EdgeFilter.class,
            WebEdgeFilter.class,
            DocumentFilter.class,
            AnswerFilter.class,
            ConsoleFilter.class,
            OperatorFilter.class,
            OperatorEdgeFilter.class,
            OperatorBodyFilter.class);

    private static final WebPlane COMMON = new WebPlane(
            Map.of("QUEEN_PROXY_SHARED_HOSTS", "shared.test", "QUEEN_PROXY_PUBLIC_URL", "https://console.test/"));

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final EventLoops loops = EventLoops.start("test", 1);
    private final Parts parts = new Parts();
    private final Optional<Pxdb> pxdb;
    private final HttpListener listener;

    /// @param settings environment names
    public WebPlane(Map<String, String> settings) {
        this(settings, Optional.of(PxdbServer.running().pxdb()));
    }

    /// @param pxdb closed with the plane; empty for a proxy without a database
    public WebPlane(Map<String, String> settings, Optional<Pxdb> pxdb) {
        this.pxdb = pxdb;
        var environment = new HashMap<>(Map.of(
                "QUEEN_PROXY_JWT_SECRET", "0123456789abcdef0123456789abcdef",
                // tests come from one address
                "QUEEN_EDGE_WEB_RPS_PER_IP", "0",
                "QUEEN_LOGIN_FREE_FAILURES_IP", "1000",
                // a slow machine must not wait out what a test looks at
                "QUEEN_LOGIN_BACKOFF_BASE_MS", "600000"));
        environment.putAll(settings);
        var databases = new Databases(pxdb, Optional.empty());
        readSettings(SettingsReader.of(environment));
        makeRooms(databases);
        listener = HttpListener.start(
                new ListenerSettings(
                        "test",
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.empty(),
                        parts.get(EdgeSettings.class)),
                loops,
                application(),
                planner(),
                threads);
    }

    /// One for all tests that need no settings of their own, with the shared host `shared.test`; nobody closes it.
    public static WebPlane common() {
        return COMMON;
    }

    private void readSettings(SettingsReader reader) {
        parts.with(AccessSettings.class, reader.read(AccessSettings.class))
                .with(AuthSettings.class, reader.read(AuthSettings.class))
                .with(TokenSettings.class, reader.read(TokenSettings.class))
                .with(LoginSettings.class, reader.read(LoginSettings.class))
                .with(ClusterSettings.class, reader.read(ClusterSettings.class))
                .with(LimitSettings.class, reader.read(LimitSettings.class))
                .with(UpstreamRules.class, reader.read(UpstreamRules.class))
                .with(EdgeSettings.class, reader.read(EdgeSettings.class))
                .with(EdgeRules.class, reader.read(EdgeRules.class))
                .with(WebEdgeRules.class, reader.read(WebEdgeRules.class))
                .with(BodyCap.class, new BodyCap(1_048_576, "QUEEN_EDGE_WEB_MAX_BODY_BYTES"));
    }

    private void makeRooms(Databases databases) {
        var access = parts.get(AccessSettings.class);
        var tokens = parts.get(TokenSettings.class);
        var clusters = parts.get(ClusterSettings.class);
        TokenKeys keys = TokenKeys.of(tokens);
        var limits = new LimitState();
        var keyRing = new KeyRing(
                databases.pxdb().map(ApiKeys::new),
                Duration.ZERO,
                Duration.ofSeconds(10),
                threads,
                System::nanoTime,
                Metrics.registry());
        var sessions = new Sessions(
                access,
                new SessionVerifier(keys, tokens),
                databases.pxdb().map(Standings::new),
                InstantSource.system());
        var directory = ClusterDirectory.of(
                clusters,
                databases.pxdb().map(mine -> new Clusters(mine, clusters.cell())),
                Duration.ofSeconds(10),
                threads,
                System::nanoTime,
                Metrics.registry());
        var settings =
                new Signin.Settings(parts.get(AuthSettings.class), access, tokens, parts.get(LoginSettings.class));
        parts.with(MeterRegistry.class, Metrics.registry())
                .with(Databases.class, databases)
                .with(TokenKeys.class, keys)
                .with(KeyRing.class, keyRing)
                .with(Sessions.class, sessions)
                .with(Identities.class, new Identities(access, keyRing, sessions))
                .with(ClusterDirectory.class, directory)
                .with(ClusterCatalogue.class, new ClusterCatalogue(databases, clusters.cell()))
                .with(Users.class, new Users(databases))
                .with(Members.class, new Members(databases))
                .with(IssuedKeys.class, new IssuedKeys(databases))
                .with(CellUsers.class, new CellUsers(databases))
                .with(UsageReport.class, new UsageReport(databases))
                .with(Buckets.class, limits.buckets())
                .with(PushBlocks.class, limits.pushBlocks())
                .with(MonthlyAccounts.class, new MonthlyAccounts(limits.pushBlocks()))
                .with(StorageAccounts.class, limits.storage())
                .with(Signin.class, new Signin(settings, keys, InstantSource.system()));
    }

    private HostedApplication application() {
        var config = new ResourceConfig();
        FILTERS.forEach(type -> config.register(parts.get(type)));
        RESOURCES.forEach(type -> config.register(parts.get(type)));
        config.register(new RefusedExceptionMapper());
        config.register(new DatabaseSilentMapper());
        config.register(new FaultMapper());
        return HostedApplication.of(config);
    }

    private ProxyPlanner planner() {
        return new ProxyPlanner(
                parts.get(ClusterDirectory.class),
                parts.get(ClusterSettings.class),
                parts.get(AccessSettings.class),
                parts.get(Identities.class),
                parts.get(UpstreamRules.class),
                parts.get(EdgeSettings.class),
                List.of(),
                parts.get(BodyCap.class));
    }

    public <T> T part(Class<T> type) {
        return parts.get(type);
    }

    public InetSocketAddress address() {
        return listener.address();
    }

    public String origin() {
        return "http://127.0.0.1:" + listener.address().getPort();
    }

    public Request get(String target) {
        return request("GET", target);
    }

    public Request post(String target) {
        return request("POST", target);
    }

    public Request request(String method, String target) {
        return new Request(listener.address(), method + " " + target);
    }

    /// A call of the console API by somebody who is signed in, on the cluster's own host.
    public Request console(String method, String path, People people, String email) {
        return request(method, "/api/console" + path).host(people.host()).bearer(sessionOf(email));
    }

    /// Every entry of a list, page by page, as the links lead.
    public List<String> walk(People people, String first) {
        List<String> entries = new ArrayList<>();
        walk(
                first,
                path -> console("GET", path, people, people.admin()),
                page -> page.json().forEach(entry -> entries.add(entry.toString())));
        return entries;
    }

    /// Goes through a list as the links lead.
    ///
    /// @param ask the request for a path below the surface, `/api/console` or `/api/operator`
    public void walk(String first, Function<String, Request> ask, Consumer<Answer> page) {
        String next = first;
        while (!next.isEmpty()) {
            Answer answer = ask.apply(next).send();
            assertThat(answer.status()).as("%s: %s", next, answer.body()).isEqualTo(200);
            page.accept(answer);
            next = answer.header("link").replaceFirst("^</api/\\w+([^>]+)>.*$", "$1");
        }
    }

    /// A session of this person, as signing in gives it.
    public String sessionOf(String email) {
        var user = parts.get(Users.class)
                .login(new queencell.signin.EmailAddress(email))
                .orElseThrow();
        return SessionMint.of(parts.get(TokenKeys.class), parts.get(TokenSettings.class), InstantSource.system())
                .orElseThrow()
                .session(user.user())
                .token();
    }

    @Override
    public void close() {
        listener.close();
        parts.get(Signin.class).close();
        loops.close();
        threads.shutdownNow();
        pxdb.ifPresent(WebPlane::close);
    }

    private static void close(Pxdb pxdb) {
        try {
            pxdb.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
