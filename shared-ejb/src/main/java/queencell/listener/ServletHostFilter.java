package queencell.listener;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Gives requests that came in on a port with a [ServletHost] to it, and lets all others pass to the
/// application's own servlets. The port is the socket's (`getLocalPort`); what a client writes into `Host`
/// decides nothing.
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public class ServletHostFilter implements Filter {

    private static final int CONNECT_MILLIS = 5_000;

    private static final Map<Integer, ServletHost> HOSTS = new ConcurrentHashMap<>();

    /// From now on this host serves everything that comes in on the port of Payara's listener with this address.
    ///
    /// @throws IOException when nobody listens there: boot commands open the port, or it stays closed
    public static void mount(InetSocketAddress address, ServletHost host) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(reachable(address), CONNECT_MILLIS);
        }
        HOSTS.put(address.getPort(), host);
    }

    /// Who listens on every address of this machine is asked on its loopback.
    private static InetSocketAddress reachable(InetSocketAddress address) {
        InetAddress bound = address.getAddress();
        if (!bound.isAnyLocalAddress()) {
            return address;
        }
        return new InetSocketAddress(
                InetAddress.ofLiteral(bound instanceof Inet6Address ? "::1" : "127.0.0.1"), address.getPort());
    }

    public static void unmount(int port) {
        HOSTS.remove(port);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ServletHost host = HOSTS.get(request.getLocalPort());
        if (host != null
                && request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer) {
            host.serve(http, answer);
        } else {
            chain.doFilter(request, response);
        }
    }
}
