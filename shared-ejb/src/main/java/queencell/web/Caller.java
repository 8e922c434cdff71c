package queencell.web;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.net.InetAddress;

/// Who calls, behind the proxies we trust; the first filter of an application finds it out and leaves it with the
/// request.
///
/// @param client the address that is limited and logged
/// @param https whether the client speaks HTTPS, to us or to a trusted peer
public record Caller(InetAddress client, boolean https) {
    private static final String PROPERTY = "queencell.caller";

    public void attachTo(ContainerRequestContext request) {
        request.setProperty(PROPERTY, this);
    }

    public static Caller of(ContainerRequestContext request) {
        if (request.getProperty(PROPERTY) instanceof Caller caller) {
            return caller;
        }
        throw new IllegalStateException("the caller is not known yet: the edge filter runs later");
    }
}
