package queencell.proxy.auth;

import static queencell.log.Field.field;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import queencell.log.EventLog;
import queencell.proxy.access.Users;
import queencell.signin.NextTarget;
import queencell.signin.SessionMint;
import queencell.signin.SigninRefusals;
import queencell.web.Caller;

/// Gives somebody who has proved who it is a session, and sends the browser on (proxy console, 7.1). The session
/// is always a new one: what the browser brought along is never taken over.
@ApplicationScoped
public class SessionStart {
    private static final EventLog LOG = EventLog.of("auth");

    private final Signin signin;
    private final Users users;

    @Inject
    SessionStart(Signin signin, Users users) {
        this.signin = signin;
        this.users = users;
    }

    /// Refuses where no key signs sessions; asked before anybody's password is.
    SessionMint mint() {
        return signin.mint().orElseThrow(SigninRefusals::noSigner);
    }

    Response.ResponseBuilder begin(UUID user, String next, Caller caller) {
        SessionMint.Minted session = mint().session(user);
        try {
            users.recordLogin(user);
        } catch (RuntimeException silent) {
            // whoever has proved who it is gets in, written down or not
            LOG.warn("login_unrecorded", silent, field("user", user));
        }
        LOG.info(
                "signed_in",
                field("user", user),
                field("client", caller.client().getHostAddress()));
        return Response.status(303)
                .header("Location", NextTarget.location(next))
                .header("Cache-Control", "no-store")
                .header("Set-Cookie", signin.sessionCookie().set(session.token(), session.lifetime(), caller.https()));
    }
}
