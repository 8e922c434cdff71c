package queencell.proxy.auth;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import queencell.log.EventLog;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Sessions;
import queencell.web.JsonAnswer;
import queencell.web.Registered;

/// `POST /auth/logout`: always 200, with the cookie cleared (proxy console, 7.4). What was made from the session
/// ends with it.
@Path("auth/logout")
@Registered
public class LogoutResource {
    private static final EventLog LOG = EventLog.of("auth");

    private final Signin signin;
    private final Sessions sessions;
    private final ActingCluster acting;

    @Inject
    LogoutResource(Signin signin, Sessions sessions, ActingCluster acting) {
        this.signin = signin;
        this.sessions = sessions;
        this.acting = acting;
    }

    @POST
    public Response logout(@Context ContainerRequestContext request) {
        WebRequest head = WebRequest.of(request);
        end(head.cookie(acting.cookieName()), head);
        end(head.bearer(acting.cookieName()), head);
        return JsonAnswer.of(200, Map.of("ok", true))
                .header("Set-Cookie", signin.sessionCookie().clear(head.caller().https()))
                .build();
    }

    /// Only what one of our keys vouches for: nobody ends a session whose id he has merely seen.
    private void end(Credential shown, WebRequest head) {
        if (shown instanceof Credential.Session session) {
            sessions.claims(session.token()).ifPresent(claims -> {
                sessions.end(claims);
                LOG.info(
                        "signed_out",
                        field("user", claims.user()),
                        field("client", head.caller().client().getHostAddress()));
            });
        }
    }
}
