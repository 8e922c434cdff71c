package queencell.address;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where the server of a URL is. Names with `_`, as container networks have them, count too: [URI#getHost] knows
/// nothing of those. Immutable.
///
/// @param host name or address, IPv6 without brackets
/// @param port 1 to 65535; -1 where the URL tells none
/// @param withUser whether the URL names a user as well
public record ServerAddress(String host, int port, boolean withUser) {

    private static final Pattern NAMED =
            Pattern.compile("([^@]*@)?([A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*\\.?)(?::([0-9]{1,5})?)?");

    private static final int HIGHEST_PORT = 65_535;

    /// A password may hold a `/` or `@` that somebody forgot to encode: everything before the last `@` goes.
    private static final Pattern WITH_USER = Pattern.compile("^(\\s*[A-Za-z][A-Za-z0-9+.-]*://)?.*@", Pattern.DOTALL);

    /// @return empty where the URL names no host, or a port that there is not
    public static Optional<ServerAddress> of(URI url) {
        return named(url).filter(server -> server.port == -1 || server.port >= 1 && server.port <= HIGHEST_PORT);
    }

    private static Optional<ServerAddress> named(URI url) {
        String host = url.getHost();
        if (host != null) {
            String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            return Optional.of(new ServerAddress(bare, url.getPort(), url.getRawUserInfo() != null));
        }
        Matcher named = NAMED.matcher(Objects.requireNonNullElse(url.getRawAuthority(), ""));
        return named.matches()
                ? Optional.of(new ServerAddress(
                        named.group(2),
                        named.group(3) == null ? -1 : Integer.parseInt(named.group(3)),
                        named.group(1) != null))
                : Optional.empty();
    }

    /// Whether this is a host and nothing else, as URLs and `Host` fields have it: IPv6 in brackets, names of other
    /// letters than ASCII as `xn--…`.
    public static boolean isHost(String text) {
        try {
            return of(new URI("http://" + text))
                    .filter(server -> server.written().equals(text))
                    .isPresent();
        } catch (URISyntaxException unreadable) {
            return false;
        }
    }

    /// The text of a URL as a log may have it, without user and password: neither is asked for, whoever wrote them down
    /// meant them for nobody's eyes. What cannot be read as a URL is cut as well.
    public static String shown(String url) {
        return WITH_USER.matcher(url).replaceFirst("$1");
    }

    /// The host as a URL has it: IPv6 in brackets.
    public String written() {
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
