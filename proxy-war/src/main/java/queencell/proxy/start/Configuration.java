package queencell.proxy.start;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import queencell.listener.EdgeSettings;
import queencell.log.EventLog;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.auth.AuthSettings;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.database.PxdbSettings;
import queencell.proxy.forward.UpstreamSettings;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.meter.MeterSettings;
import queencell.proxy.pipeline.BodyCap;
import queencell.proxy.pipeline.EdgeRules;
import queencell.proxy.pipeline.UpstreamRules;
import queencell.proxy.pipeline.WebEdgeRules;
import queencell.proxy.registry.RegistrySettings;
import queencell.settings.ConfigurationPage;
import queencell.settings.SettingsReader;
import queencell.settings.UnknownNames;
import queencell.signin.LoginSettings;
import queencell.signin.TokenSettings;

/// Reads every settings record of the proxy once, and hands it to the rooms.
@ApplicationScoped
public class Configuration {
    /// All of them, in the order of the reference page.
    public static final List<Class<? extends Record>> RECORDS = List.of(
            ListenSettings.class,
            EdgeSettings.class,
            PxdbSettings.class,
            ClusterSettings.class,
            AccessSettings.class,
            TokenSettings.class,
            AuthSettings.class,
            LoginSettings.class,
            LimitSettings.class,
            RegistrySettings.class,
            UpstreamSettings.class,
            UpstreamRules.class,
            MeterSettings.class,
            EdgeRules.class,
            WebEdgeRules.class,
            LogSettings.class);

    private static final List<String> PREFIXES = List.of("QUEEN_PROXY_", "QUEEN_EDGE_", "QUEEN_LOGIN_", "PXDB_");

    private final SettingsReader reader = SettingsReader.ofApplication();

    /// Reads everything once, so that whatever is wrong is found before anything starts. One sentence for each value
    /// that had to be mended or is read as something else, and each name that nobody knows.
    ///
    /// @throws queencell.settings.InvalidSettingException when a setting cannot be used
    public List<String> check() {
        var all = SettingsReader.ofApplication();
        RECORDS.forEach(all::read);
        checkBodies(reader, Runtime.getRuntime().maxMemory());
        var unknown = UnknownNames.of(ConfigurationPage.names(RECORDS), PREFIXES)
                .warnings(System.getenv().keySet());
        Optional<String> level =
                EventLog.Level.doubt(reader.read(LogSettings.class).level());
        return Stream.of(all.warnings().stream(), unknown.stream(), level.stream())
                .flatMap(Function.identity())
                .toList();
    }

    /// A body that may be sent must find room ([BodyCap#checkRoom]).
    ///
    /// @param heap bytes of this process
    static void checkBodies(SettingsReader reader, long heap) {
        var edge = reader.read(EdgeSettings.class);
        var rules = reader.read(EdgeRules.class);
        BodyCap.ofData(reader.read(LimitSettings.class), rules).checkRoom(edge, heap);
        reader.read(ListenSettings.class).webBodies(rules).checkRoom(edge, heap);
    }

    @Produces
    @Singleton
    public ListenSettings listen() {
        return reader.read(ListenSettings.class);
    }

    @Produces
    @Singleton
    public EdgeSettings bounds() {
        return reader.read(EdgeSettings.class);
    }

    @Produces
    @Singleton
    public PxdbSettings pxdb() {
        return reader.read(PxdbSettings.class);
    }

    @Produces
    @Singleton
    public ClusterSettings clusters() {
        return reader.read(ClusterSettings.class);
    }

    @Produces
    @Singleton
    public AccessSettings access() {
        return reader.read(AccessSettings.class);
    }

    @Produces
    @Singleton
    public TokenSettings tokens() {
        return reader.read(TokenSettings.class);
    }

    @Produces
    @Singleton
    public AuthSettings auth() {
        return reader.read(AuthSettings.class);
    }

    @Produces
    @Singleton
    public LoginSettings login() {
        return reader.read(LoginSettings.class);
    }

    @Produces
    @Singleton
    public WebEdgeRules webEdge() {
        return reader.read(WebEdgeRules.class);
    }

    @Produces
    @Singleton
    public LimitSettings limits() {
        return reader.read(LimitSettings.class);
    }

    @Produces
    @Singleton
    public RegistrySettings registry() {
        return reader.read(RegistrySettings.class);
    }

    @Produces
    @Singleton
    public UpstreamSettings upstream() {
        return reader.read(UpstreamSettings.class);
    }

    @Produces
    @Singleton
    public UpstreamRules upstreamRules() {
        return reader.read(UpstreamRules.class);
    }

    @Produces
    @Singleton
    public MeterSettings meter() {
        return reader.read(MeterSettings.class);
    }

    @Produces
    @Singleton
    public EdgeRules edge() {
        return reader.read(EdgeRules.class);
    }
}
