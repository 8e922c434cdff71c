package queencell.proxy;

import java.util.Locale;
import java.util.Map;

/// Proxies with other settings than the cell's own, each shared by all suites that need it.
public enum ProxyVariant {
    /// Shared hosts, operators, and waits short enough to be waited for.
    STRICT_EDGE(Map.ofEntries(
            Map.entry("QUEEN_PROXY_SHARED_HOSTS", "all.cell.test, Second.Cell.Test."),
            Map.entry("QUEEN_PROXY_OPERATOR_ENABLED", "true"),
            Map.entry("QUEEN_PROXY_UPSTREAM_TIMEOUT_MS", "1500"),
            Map.entry("QUEEN_PROXY_LONGPOLL_MAX_MS", "2000"),
            Map.entry("QUEEN_PROXY_LONGPOLL_MARGIN_MS", "1500"),
            Map.entry("QUEEN_EDGE_HEADER_READ_TIMEOUT_MS", "1000"),
            Map.entry("QUEEN_EDGE_BODY_PROGRESS_MS", "1000"))),

    /// Serves the clusters of the cell that most tenants are on, and no other's.
    ONE_CELL(Map.of("QUEEN_PROXY_CELL", "shared", "QUEEN_PROXY_SHARED_HOSTS", "all.cell.test")),

    /// Limits warn and do not refuse.
    SHADOW(Map.of("QUEEN_PROXY_ENFORCE", "false")),

    /// The same application on Payara's own listener.
    PAYARA(Map.of("QUEEN_PROXY_LISTENER", "payara"));

    private final Map<String, String> settings;

    ProxyVariant(Map<String, String> settings) {
        this.settings = settings;
    }

    public Map<String, String> settings() {
        return settings;
    }

    /// Names its log and folders.
    public String key() {
        return "proxy-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
