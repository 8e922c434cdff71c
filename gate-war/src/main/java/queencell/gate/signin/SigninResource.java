package queencell.gate.signin;

import static queencell.log.Field.field;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import queencell.log.EventLog;
import queencell.signin.NextTarget;
import queencell.signin.OauthFlow;
import queencell.signin.Provider;
import queencell.signin.ProviderFailedException;
import queencell.signin.SigninRefusals;
import queencell.signin.StartHost;
import queencell.signin.UntrustedTokenException;
import queencell.web.Heads;
import queencell.web.RefusedException;
import queencell.web.RefusedExceptionMapper;

/// `/api/auth/…` of the public port: to Google and back, and out again (runtime, 18).
@Path("api/auth")
public final class SigninResource {
    private static final EventLog LOG = EventLog.of("gate.signin");

    private final Optional<GateSignin> signin;
    private final boolean https;

    /// @param signin empty where Google is not configured
    /// @param https whether people reach the public port by HTTPS
    public SigninResource(Optional<GateSignin> signin, boolean https) {
        this.signin = signin;
        this.https = https;
    }

    @GET
    @Path("google/login")
    public Response login(
            @Context ContainerRequestContext request,
            @QueryParam("next") String next,
            @QueryParam(StartHost.SENT) String sent) {
        GateSignin google = configured();
        String target = next == null ? NextTarget.HOME : next;
        Optional<Response> elsewhere = google.startHost().answer(request, sent, "/api/auth/google/login", target);
        if (elsewhere.isPresent()) {
            return elsewhere.get();
        }
        OauthFlow.Departure out = google.depart(target);
        return Response.status(302)
                .header("Location", out.location())
                .header("Cache-Control", "no-store")
                .header("Set-Cookie", google.wayCookie(out.cookie()))
                .build();
    }

    /// However it ends, the way is used up: its cookie goes.
    @GET
    @Path("google/callback")
    public Response callback(
            @Context ContainerRequestContext request,
            @QueryParam("code") String code,
            @QueryParam("state") String state,
            @QueryParam("error") String error) {
        GateSignin google = configured();
        Response answer;
        try {
            answer = arrived(google, request, code, state, error);
        } catch (RefusedException refusal) {
            answer = RefusedExceptionMapper.responseOf(told(refusal));
        }
        return Response.fromResponse(answer)
                .header("Cache-Control", "no-store")
                .header("Set-Cookie", google.clearedWayCookie())
                .build();
    }

    private static Response arrived(
            GateSignin google, ContainerRequestContext request, String code, String state, String error) {
        if (error != null) {
            LOG.info("provider_refused", field("provider", Provider.GOOGLE.wireName()));
            throw SigninRefusals.refusedByProvider(Provider.GOOGLE);
        }
        OauthFlow.Arrival arrival = google.arrive(
                state == null ? "" : state,
                GateSignin.wayCookieIn(Heads.cookies(request)),
                Optional.ofNullable(code).filter(text -> !text.isEmpty()));
        LOG.info("signed_in", field("email", arrival.account().email().folded()));
        return Response.status(303)
                .header("Location", NextTarget.location(arrival.next()))
                .header("Set-Cookie", google.sessionCookie(arrival))
                .build();
    }

    /// Gate's own words for two refusals: a token nobody vouches for is 401, and Google's own error is told.
    private static RefusedException told(RefusedException refusal) {
        return switch (refusal) {
            case UntrustedTokenException bad -> new RefusedException(401, "untrusted_token", bad.getMessage());
            case ProviderFailedException failed
            when !failed.said().isEmpty() ->
                new RefusedException(
                        failed.status(),
                        failed.code(),
                        "The connection to the identity provider failed: Google said `%s`. Start the sign-in again."
                                .formatted(failed.said()));
            default -> refusal;
        };
    }

    /// Fine without a session, too: whoever wants out is out.
    @POST
    @Path("logout")
    public Response logout() {
        return Response.noContent()
                .header("Cache-Control", "no-store")
                .header("Set-Cookie", GateSignin.clearedSessionCookie(https))
                .build();
    }

    private GateSignin configured() {
        return signin.orElseThrow(() -> SigninRefusals.notConfigured(Provider.GOOGLE));
    }
}
