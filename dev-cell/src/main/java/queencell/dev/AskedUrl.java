package queencell.dev;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import queencell.address.ServerAddress;

/// What the JDK's HTTP client is given for a URL: a host with `_`, as container networks have them, it takes for
/// none, and gets its address instead.
public final class AskedUrl {

    private AskedUrl() {}

    /// @throws UnknownHostException when such a host has no address
    public static URI of(URI url) throws UnknownHostException {
        if (url.getHost() != null) {
            return url;
        }
        ServerAddress named = ServerAddress.of(url).orElseThrow(() -> new UnknownHostException(url.toString()));
        return at(InetAddress.getByName(named.host()), named.port(), url);
    }

    /// @param port -1 where the URL tells none
    static URI at(InetAddress address, int port, URI url) {
        String host = new ServerAddress(address.getHostAddress(), port, false).written();
        String authority = port < 0 ? host : host + ":" + port;
        return URI.create(url.toString().replace("//" + url.getRawAuthority(), "//" + authority));
    }
}
