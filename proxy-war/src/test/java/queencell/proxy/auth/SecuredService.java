package queencell.proxy.auth;

import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.auth.LoginConfig;
import org.eclipse.microprofile.jwt.JsonWebToken;

/// A service of somebody else's, as small as one can be that takes our sessions by MicroProfile JWT.
@Path("whoami")
@RequestScoped
public class SecuredService {
    @Inject
    JsonWebToken session;

    /// A bean, so that the container looks at it at all: it finds `LoginConfig` on beans alone.
    @ApplicationScoped
    @ApplicationPath("/")
    @LoginConfig(authMethod = "MP-JWT")
    public static class Door extends Application {}

    @GET
    @RolesAllowed("**")
    public String whoAmI() {
        return session.getSubject();
    }
}
