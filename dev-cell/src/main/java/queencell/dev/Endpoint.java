package queencell.dev;

import java.net.URI;

/// An address that a process of the cell listens on.
///
/// @param host a name or address literal, IPv6 without brackets
public record Endpoint(String host, int port) {

    public Endpoint {
        if (host.isBlank()) {
            throw new IllegalArgumentException("an endpoint needs a host");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port %d: must be 1 to 65535".formatted(port));
        }
    }

    /// Reads `host:port`, the value of `setting`; refuses in one sentence that names the setting.
    public static Endpoint parse(String setting, String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw CellFault.of("%s is `%s`: it must be host:port, for example 127.0.0.1:8788.", setting, text);
        }
        String host = text.substring(0, colon).replaceAll("^\\[|]$", "");
        return new Endpoint(host, parsePort(setting, text.substring(colon + 1)));
    }

    public static int parsePort(String setting, String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException _) {
            // the sentence below says what is wrong
        }
        throw CellFault.of("%s ends with the port `%s`: it must be a number from 1 to 65535.", setting, text);
    }

    /// Where a client on this machine reaches it: a wildcard address is reached through loopback.
    public URI url() {
        String reachable = isWildcard() ? "127.0.0.1" : host;
        return URI.create("http://%s:%d".formatted(bracketed(reachable), port));
    }

    private boolean isWildcard() {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    private static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    @Override
    public String toString() {
        return bracketed(host) + ":" + port;
    }
}
