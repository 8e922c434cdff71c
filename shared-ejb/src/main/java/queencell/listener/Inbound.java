package queencell.listener;

import io.netty.channel.EventLoop;
import jakarta.ws.rs.container.ContainerRequestContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import queencell.web.TrustedProxies;

/// One request as it stands on a connection, before anything was decoded or repaired; both hosts implement it.
///
/// May be read from any thread. Callbacks that are handed in run on [#loop()].
public interface Inbound {

    /// Name of the request property that holds the `Inbound` of a JAX-RS request.
    String PROPERTY = "queencell.inbound";

    /// The request that a JAX-RS filter or resource works on.
    static Inbound of(ContainerRequestContext request) {
        if (request.getProperty(PROPERTY) instanceof Inbound inbound) {
            return inbound;
        }
        throw new IllegalStateException("this request came from no queencell.listener: it has no property " + PROPERTY);
    }

    /// The method as received; any token, also ones nobody knows.
    String method();

    /// The raw request target, path and query, in ISO-8859-1: one char is one byte as received. It starts with
    /// `/` and has no blank, control character or `#`; everything else may be in it.
    String target();

    InboundHeaders headers();

    /// The other end of the socket; behind a load balancer that is the balancer.
    InetSocketAddress peer();

    InetSocketAddress local();

    /// Whether the connection itself is encrypted.
    boolean secure();

    /// Whether the client speaks HTTPS, to us or to a trusted peer that says so.
    default boolean isHttps(TrustedProxies trusted) {
        return isHttps(trusted, secure(), peer().getAddress(), headers());
    }

    /// The same where there is no request yet.
    static boolean isHttps(TrustedProxies trusted, boolean secure, InetAddress peer, InboundHeaders headers) {
        return trusted.isHttps(secure, peer, headers.all("x-forwarded-proto"));
    }

    /// The loop of the connection. An upstream call made on it needs no change of thread.
    EventLoop loop();

    InboundBody body();

    /// Moves the edge timeout so far that the answer may take this long from now on: what the request has waited for so
    /// far, a slow body above all, must not shorten the work itself. Never brings it nearer. On the loop.
    void allow(Duration fromNow);

    /// Runs `gone` once when nobody waits for the answer any more: the client left, the edge timeout answered
    /// for the application, or a drain ran out of grace. At once if that is so already; never after the answer
    /// is complete. A second call replaces the first.
    void onDisconnect(Runnable gone);
}
