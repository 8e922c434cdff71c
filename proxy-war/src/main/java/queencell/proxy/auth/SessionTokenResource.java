package queencell.proxy.auth;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Set;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Identity;
import queencell.proxy.access.Sessions;
import queencell.signin.SessionClaims;
import queencell.signin.SessionMint;
import queencell.signin.SigninRefusals;
import queencell.web.Heads;
import queencell.web.JsonAnswer;
import queencell.web.Registered;

/// `GET /auth/session-token`: a short-lived token for the page that holds the cookie (proxy console, 7.5).
@Path("auth/session-token")
@Registered
public class SessionTokenResource {
    private static final Set<String> OUR_PAGES = Set.of("", "same-origin", "none");

    private final Signin signin;
    private final Sessions sessions;
    private final ActingCluster acting;

    @Inject
    SessionTokenResource(Signin signin, Sessions sessions, ActingCluster acting) {
        this.signin = signin;
        this.sessions = sessions;
        this.acting = acting;
    }

    /// @param expiresIn seconds
    public record Token(String token, long expiresIn) {
        @Override
        public String toString() {
            return "Token[…]";
        }
    }

    /// A dead cookie is refused before anything is minted: otherwise it could raise a live token.
    @GET
    public Response token(@Context ContainerRequestContext request) {
        if (!OUR_PAGES.contains(Heads.first(request, "sec-fetch-site"))) {
            throw WebRefusals.crossSite();
        }
        SessionMint mint = signin.mint().orElseThrow(SigninRefusals::noSigner);
        WebRequest head = WebRequest.of(request);
        if (!(acting.identifyCookie(head) instanceof Identity.Person)
                || !(head.cookie(acting.cookieName()) instanceof Credential.Session session)) {
            throw WebRefusals.unauthorized();
        }
        SessionClaims claims = sessions.claims(session.token()).orElseThrow(WebRefusals::unauthorized);
        SessionMint.Minted minted = mint.bearer(claims).orElseThrow(WebRefusals::unauthorized);
        return JsonAnswer.of(200, new Token(minted.token(), minted.lifetime().toSeconds()))
                .header("Cache-Control", "no-store")
                .build();
    }
}
