package queencell.proxy.auth;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import queencell.log.EventLog;
import queencell.proxy.access.Users;
import queencell.proxy.access.Users.Arrival;
import queencell.signin.NextTarget;
import queencell.signin.OauthFlow;
import queencell.signin.OauthState;
import queencell.signin.Provider;
import queencell.signin.SigninRefusals;
import queencell.signin.StartHost;
import queencell.web.Caller;
import queencell.web.Heads;
import queencell.web.RefusedException;
import queencell.web.RefusedExceptionMapper;
import queencell.web.Registered;

/// `/auth/google`, `/auth/github` and their callbacks (proxy console, 6).
@Path("auth/{provider: google|github}")
@Registered
public class OauthResource {
    private static final EventLog LOG = EventLog.of("auth");

    private final Signin signin;
    private final SessionStart sessions;
    private final Users users;
    private final ActingCluster acting;
    private final LoginPage page;

    @Inject
    OauthResource(Signin signin, SessionStart sessions, Users users, ActingCluster acting) {
        this.signin = signin;
        this.sessions = sessions;
        this.users = users;
        this.acting = acting;
        this.page = new LoginPage(signin.providers());
    }

    @GET
    public Response start(
            @Context ContainerRequestContext request,
            @PathParam("provider") String provider,
            @QueryParam("next") String next,
            @QueryParam(StartHost.SENT) String sent) {
        String target = NextTarget.of(next == null ? "" : next);
        return answered(request, target, () -> {
            OauthFlow flow = flow(provider);
            checkReady();
            Optional<Response> elsewhere =
                    signin.startHost().flatMap(host -> host.answer(request, sent, "/auth/" + provider, target));
            if (elsewhere.isPresent()) {
                return elsewhere.get();
            }
            OauthFlow.Departure out = flow.depart(target, callback(request, flow));
            return Response.status(302)
                    .header("Location", out.location())
                    .header("Cache-Control", "no-store")
                    .header(
                            "Set-Cookie",
                            signin.oauthCookie()
                                    .set(
                                            out.cookie(),
                                            OauthState.LIFETIME,
                                            Caller.of(request).https()))
                    .build();
        });
    }

    @GET
    @Path("callback")
    public Response callback(
            @Context ContainerRequestContext request,
            @PathParam("provider") String provider,
            @QueryParam("code") String code,
            @QueryParam("state") String state,
            @QueryParam("error") String error) {
        Response answer = answered(request, NextTarget.HOME, () -> {
            if (error != null) {
                LOG.info("provider_refused", field("provider", provider));
                throw SigninRefusals.refusedByProvider(Provider.parse(provider).orElseThrow());
            }
            OauthFlow flow = flow(provider);
            checkReady();
            OauthFlow.Arrival arrival = flow.arrive(
                    state == null ? "" : state,
                    signin.oauthCookie().onlyIn(Heads.cookies(request)).orElse(""),
                    Optional.ofNullable(code).filter(text -> !text.isEmpty()),
                    callback(request, flow));
            Arrival.Known known = knownBy(arrival);
            LOG.info(
                    "account_" + known.way().name().toLowerCase(Locale.ROOT),
                    field("provider", provider),
                    field("user", known.user()),
                    field("client", Caller.of(request).client().getHostAddress()));
            return sessions.begin(known.user(), arrival.next(), Caller.of(request))
                    .build();
        });
        return Response.fromResponse(answer)
                .header(
                        "Set-Cookie",
                        signin.oauthCookie().clear(Caller.of(request).https()))
                .build();
    }

    private OauthFlow flow(String provider) {
        Provider named = Provider.parse(provider).orElseThrow();
        return signin.flow(named).orElseThrow(() -> SigninRefusals.notConfigured(named));
    }

    /// Nobody is sent out who could not be let in on return.
    private void checkReady() {
        sessions.mint();
        if (!acting.hasDatabase()) {
            throw WebRefusals.noDatabase();
        }
    }

    private String callback(ContainerRequestContext request, OauthFlow flow) {
        return signin.callback(flow.client().provider(), WebRequest.of(request).origin());
    }

    private Arrival.Known knownBy(OauthFlow.Arrival arrival) {
        return switch (users.arrive(arrival.account(), signin.provisioning())) {
            case Arrival.Known known -> known;
            case Arrival.Stranger stranger -> throw SigninRefusals.notProvisioned();
            case Arrival.NoTenant noTenant ->
                throw WebRefusals.misconfigured("QUEEN_PROXY_AUTOPROVISION_TENANT names no tenant");
        };
    }

    /// A browser sees a refusal on the login page, a program as JSON.
    private Response answered(ContainerRequestContext request, String next, Supplier<Response> work) {
        try {
            return work.get();
        } catch (RefusedException refusal) {
            return refused(request, next, refusal);
        } catch (PersistenceException failure) {
            return refused(request, next, DatabaseRefusals.of(failure));
        }
    }

    private Response refused(ContainerRequestContext request, String next, RefusedException refusal) {
        return Heads.acceptsHtml(request) ? page.refuse(refusal, next) : RefusedExceptionMapper.responseOf(refusal);
    }
}
