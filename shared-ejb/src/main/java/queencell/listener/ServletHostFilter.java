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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Gives requests that came in on a port with a [ServletHost] to it, and lets all others pass to the
/// application's own servlets. The port is the socket's (`getLocalPort`); what a client writes into `Host`
/// decides nothing.
@WebFilter(urlPatterns = "/*", asyncSupported = true)
public class ServletHostFilter implements Filter {

    private static final Map<Integer, ServletHost> HOSTS = new ConcurrentHashMap<>();

    /// From now on this host serves everything that comes in on Payara's listener with this port.
    public static void mount(int port, ServletHost host) {
        HOSTS.put(port, host);
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
