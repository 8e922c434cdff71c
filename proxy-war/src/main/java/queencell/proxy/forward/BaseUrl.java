package queencell.proxy.forward;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import queencell.address.ServerAddress;

/// Where a cell's broker is: `http://host[:port][/prefix]`, without a trailing `/`.
///
/// @param host name or address, IPv6 without brackets
/// @param authority what the `Host` field says
/// @param prefix goes before every target; empty or `/…`
public record BaseUrl(String host, int port, String authority, String prefix) {

    private static final int HTTP_PORT = 80;

    /// @throws IllegalArgumentException when the text is no such URL, naming what is wrong; callers answer 502
    public static BaseUrl parse(String text) {
        String shown = ServerAddress.shown(text);
        URI uri;
        try {
            uri = new URI(text.strip());
        } catch (URISyntaxException unreadable) {
            throw new IllegalArgumentException(
                    "base URL `%s` cannot be read: %s".formatted(shown, unreadable.getReason()));
        }
        if (uri.getScheme() == null || !uri.getScheme().toLowerCase(Locale.ROOT).equals("http")) {
            throw new IllegalArgumentException(
                    "base URL `%s` is not plain http: a broker speaks nothing else".formatted(shown));
        }
        Optional<ServerAddress> named = ServerAddress.of(uri);
        if (named.isEmpty() || named.get().withUser()) {
            throw new IllegalArgumentException(
                    "base URL `%s` names no host, a port outside 1 to 65535, or a user: give http://host:port"
                            .formatted(shown));
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("base URL `%s` has a query or fragment: leave it out".formatted(shown));
        }
        String host = named.get().host();
        int port = named.get().port() < 0 ? HTTP_PORT : named.get().port();
        String written = named.get().written();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        return new BaseUrl(host, port, port == HTTP_PORT ? written : written + ":" + port, path);
    }

    @Override
    public String toString() {
        return "http://" + authority + prefix;
    }
}
