package queencell.proxy.auth;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Optional;
import queencell.log.EventLog;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Users;
import queencell.proxy.database.Databases;
import queencell.signin.EmailAddress;
import queencell.signin.NextTarget;
import queencell.signin.SigninRefusals;
import queencell.web.Caller;
import queencell.web.FormRequest;
import queencell.web.Heads;
import queencell.web.RefusedException;
import queencell.web.Registered;

/// `/auth/login`: the page, and signing in with a password (proxy console, 5).
@Path("auth/login")
@Registered
public class LoginResource {
    private static final EventLog LOG = EventLog.of("auth");

    private final Signin signin;
    private final SessionStart sessions;
    private final Users users;
    private final Databases databases;
    private final LoginPage page;

    @Inject
    LoginResource(Signin signin, SessionStart sessions, Users users, Databases databases) {
        this.signin = signin;
        this.sessions = sessions;
        this.users = users;
        this.databases = databases;
        this.page = new LoginPage(signin.providers());
    }

    @GET
    public Response show(@QueryParam("next") String next) {
        return page.show(NextTarget.of(next == null ? "" : next));
    }

    /// Unknown address, no password and a wrong one end in the same answer after the same work.
    @POST
    public Response login(@Context ContainerRequestContext request, byte[] body) {
        FormRequest form = FormRequest.of(request, body);
        String next = NextTarget.of(form.text("next"));
        Caller caller = Caller.of(request);
        String email = form.text("email");
        try {
            sessions.mint();
            Duration wait = signin.guard().attempt(caller.client(), email);
            if (wait.isPositive()) {
                throw noted("throttled", email, caller, SigninRefusals.tooManyAttempts(wait));
            }
            Users.Login login = check(caller, email, form.text("password"));
            signin.guard().succeeded(caller.client(), email);
            return sessions.begin(login.user(), next, caller).build();
        } catch (RefusedException refusal) {
            // a wrong password is a page for everybody: it is one to try again on
            if (refusal.status() == 401
                    || refusal.status() == 503 && !refusal.code().equals("not_configured")
                    || Heads.acceptsHtml(request)) {
                return page.refuse(refusal, next);
            }
            throw refusal;
        }
    }

    private Users.Login check(Caller caller, String email, String password) {
        Optional<Users.Login> login = find(caller, email);
        Optional<String> stored = login.flatMap(Users.Login::passwordHash);
        return switch (signin.passwords().compare(password, stored)) {
            case RIGHT -> login.orElseThrow(SigninRefusals::wrongPassword);
            case WRONG -> {
                signin.guard().failed(caller.client(), email);
                throw noted("wrong", email, caller, SigninRefusals.wrongPassword());
            }
            case BUSY -> {
                signin.guard().undecided(caller.client(), email);
                throw noted("busy", email, caller, SigninRefusals.tooBusy());
            }
        };
    }

    /// A silent database is no wrong password, and costs no attempt.
    private Optional<Users.Login> find(Caller caller, String email) {
        if (databases.pxdb().isEmpty()) {
            return Optional.empty();
        }
        try {
            return EmailAddress.parse(email).filter(LoginResource::canBeStored).flatMap(users::login);
        } catch (PersistenceException silent) {
            signin.guard().undecided(caller.client(), email);
            LOG.warn("login_undecided", silent);
            throw new RefusedException(
                    503, "unavailable", "Sign-in is not possible at this moment: try again in a minute.");
        }
    }

    /// PostgreSQL takes no zero character, not even to compare with.
    private static boolean canBeStored(EmailAddress email) {
        return email.folded().indexOf('\0') < 0;
    }

    /// The log knows the account by its hash: what was typed may be a password in the wrong field.
    private static RefusedException noted(String reason, String email, Caller caller, RefusedException refusal) {
        LOG.info(
                "login_failed",
                field("reason", reason),
                field("account", Credential.hashOf(EmailAddress.fold(email)).substring(0, 16)),
                field("client", caller.client().getHostAddress()));
        return refusal;
    }
}
