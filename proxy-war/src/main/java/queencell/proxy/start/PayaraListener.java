package queencell.proxy.start;

import java.io.IOException;
import java.util.Map;
import queencell.listener.ServletHost;
import queencell.listener.ServletHostFilter;
import queencell.settings.InvalidSettingException;

/// Payara's own listener for tenants (`QUEEN_PROXY_LISTENER=payara`), which boot commands open before the
/// application is asked.
final class PayaraListener {
    private static final String PORT = "QUEEN_PROXY_PORT";
    private static final String ADDRESS = "QUEEN_PROXY_BIND_ADDR";

    private PayaraListener() {}

    /// From now on this host serves the tenants.
    ///
    /// @throws InvalidSettingException when the listener is not there, or is another one than the settings tell
    static void mount(ListenSettings settings, ServletHost host) {
        checkAgainst(System.getenv(), settings);
        try {
            ServletHostFilter.mount(settings.address(), host);
        } catch (IOException silent) {
            throw new InvalidSettingException("QUEEN_PROXY_LISTENER is `payara`, but nobody listens on %s (%s): put"
                            .formatted(settings.address(), silent.getMessage())
                    + " payara-config/proxy-payara.asadmin behind proxy.asadmin in Payara's boot commands, and"
                    + " set QUEEN_PROXY_BIND_ADDR and QUEEN_PROXY_PORT in the environment, where they are read");
        }
    }

    /// The boot commands read the environment alone, the application system properties before it: a listener
    /// on another port would show tenants what is for the cell, one on another address what is for this machine.
    static void checkAgainst(Map<String, String> environment, ListenSettings settings) {
        check(PORT, environment.getOrDefault(PORT, ""), Integer.toString(settings.port()));
        check(ADDRESS, environment.getOrDefault(ADDRESS, ""), settings.bindAddress());
    }

    private static void check(String name, String opened, String read) {
        if (!opened.isBlank() && !opened.strip().equals(read)) {
            throw new InvalidSettingException(
                    "%s is `%s` in the environment, which opens Payara's listener, and `%s` in another source of settings:"
                                    .formatted(name, opened, read)
                            + " with QUEEN_PROXY_LISTENER=payara give it in the environment alone");
        }
    }
}
