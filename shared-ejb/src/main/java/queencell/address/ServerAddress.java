package queencell.address;

import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where the server of a URL is. Names with `_`, as container networks have them, count too: [URI#getHost] knows
/// nothing of those. Immutable.
///
/// @param host name or address, IPv6 without brackets
/// @param port -1 where the URL tells none
/// @param withUser whether the URL names a user as well
public record ServerAddress(String host, int port, boolean withUser) {

    private static final Pattern NAMED = Pattern.compile("([^@]*@)?([A-Za-z0-9._-]+)(?::([0-9]{1,5})?)?");

    /// @return empty where the URL names no host
    public static Optional<ServerAddress> of(URI url) {
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

    /// The host as a URL has it: IPv6 in brackets.
    public String written() {
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
