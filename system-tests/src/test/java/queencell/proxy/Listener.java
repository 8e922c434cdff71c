package queencell.proxy;

import java.util.Locale;
import java.util.Map;

/// Who serves the tenants' port (`QUEEN_PROXY_LISTENER`).
public enum Listener {
    NETTY,
    PAYARA;

    public String setting() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Map<String, String> settings() {
        return Map.of("QUEEN_PROXY_LISTENER", setting());
    }
}
