package queencell.dev;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The environment of whoever called `./cell`, and which process may see which part of it.
///
/// Broker, proxy and Gate read names that collide (`PG_HOST`, `PORT`, `JWT_SECRET`), so nothing is inherited: each
/// process gets the names that only it knows, the few that every program needs, and what the cell decides. An empty
/// variable counts as absent.
public record CallerEnvironment(Map<String, String> variables) {

    /// What any program needs to run, and nothing that steers one of ours.
    private static final Set<String> SYSTEM = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "LANG",
            "LANGUAGE",
            "TZ",
            "TMPDIR",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "NO_PROXY",
            "http_proxy",
            "https_proxy",
            "no_proxy",
            "XDG_RUNTIME_DIR");

    /// Read by `./cell` itself; handed on only where the cell says so.
    private static final Set<String> OURS = Set.of("QUEEN_URL", "QUEEN_BIN");

    /// Names of the proxy that do not begin with its own prefix.
    private static final Set<String> PROXY_ALONE = Set.of("QUEEN_PUBLIC_ORIGINS");

    /// Names of the broker that do not begin with `QUEEN_`.
    private static final Set<String> BROKER_ALONE = Set.of("LOG_LEVEL", "METRICS_FLUSH_MS");

    private static final String GATE_SESSIONS = "GATE_SESSION_SECRET";

    public CallerEnvironment {
        variables = Map.copyOf(variables);
    }

    public static CallerEnvironment ofThisProcess() {
        return new CallerEnvironment(System.getenv());
    }

    /// The value, when it is set and not blank.
    public Optional<String> value(String name) {
        return Optional.ofNullable(variables.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    /// What every child gets.
    public Map<String, String> forAnyProgram() {
        return where(name -> SYSTEM.contains(name) || name.startsWith("LC_"));
    }

    /// `PXDB_*`, `QUEEN_PROXY_*`, `QUEEN_EDGE_*`, `QUEEN_LOGIN_*`, `QUEEN_PUBLIC_ORIGINS`, the clients at Google
    /// and GitHub, and the logging switches.
    public Map<String, String> forProxy() {
        return with(name -> belongsToProxy(name)
                || name.startsWith("PXDB_")
                || isGoogle(name)
                || isGithub(name)
                || isLogging(name));
    }

    /// `GATE_*`, Gate's token towards a guarded broker, and the logging switches; the client at Google only beside
    /// `GATE_SESSION_SECRET`, without which Gate would not start: whoever gives the client alone means the proxy.
    public Map<String, String> forGate() {
        boolean signsIn = value(GATE_SESSIONS).isPresent();
        return with(name ->
                name.startsWith("GATE_") || name.equals("QUEEN_TOKEN") || signsIn && isGoogle(name) || isLogging(name));
    }

    /// Every `QUEEN_*` that is neither the proxy's nor Gate's nor `./cell`'s, `LOG_LEVEL`, and `METRICS_FLUSH_MS`:
    /// how soon its analytics tell what happened.
    public Map<String, String> forBroker() {
        return with(name -> BROKER_ALONE.contains(name)
                || name.startsWith("QUEEN_")
                        && !belongsToProxy(name)
                        && !name.equals("QUEEN_TOKEN")
                        && !name.equals("QUEEN_LOG_JSON")
                        && !OURS.contains(name));
    }

    private static boolean belongsToProxy(String name) {
        return name.startsWith("QUEEN_PROXY_")
                || name.startsWith("QUEEN_EDGE_")
                || name.startsWith("QUEEN_LOGIN_")
                || PROXY_ALONE.contains(name);
    }

    private static boolean isGoogle(String name) {
        return name.startsWith("GOOGLE_CLIENT_") || name.equals("GOOGLE_ALLOWED_DOMAINS");
    }

    private static boolean isGithub(String name) {
        return name.startsWith("GITHUB_CLIENT_") || name.equals("GITHUB_ALLOWED_DOMAINS");
    }

    private static boolean isLogging(String name) {
        return name.equals("LOG_LEVEL") || name.equals("QUEEN_LOG_JSON");
    }

    private Map<String, String> with(Predicate<String> wanted) {
        var chosen = forAnyProgram();
        chosen.putAll(where(wanted));
        return chosen;
    }

    private Map<String, String> where(Predicate<String> wanted) {
        var chosen = new TreeMap<String, String>();
        variables.forEach((name, text) -> {
            if (wanted.test(name) && !text.isBlank()) {
                chosen.put(name, text);
            }
        });
        return chosen;
    }
}
