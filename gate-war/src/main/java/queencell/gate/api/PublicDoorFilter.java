package queencell.gate.api;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import queencell.gate.signin.GateSignin;
import queencell.signin.NextTarget;
import queencell.web.Heads;
import queencell.web.RefusedException;

/// Stands before every route of the public listener, whether it exists or not (runtime, 18; console, 1.1). Rules
/// are by method: looking is for every account, anything else for admins, from pages of this Gate, as JSON.
@PreMatching
@Priority(Priorities.AUTHENTICATION)
public final class PublicDoorFilter implements ContainerRequestFilter {
    private static final Set<String> OPEN = Set.of("/", "/health", "/readyz", "/favicon.ico");
    private static final Set<String> LOOKING = Set.of("GET", "HEAD");
    private static final Set<String> OWN_SITES = Set.of("", "same-origin", "none");

    private final String publicUrl;
    private final Supplier<PeopleSettings> people;
    private final Optional<GateSignin> signin;

    PublicDoorFilter(String publicUrl, Supplier<PeopleSettings> people, Optional<GateSignin> signin) {
        this.publicUrl = publicUrl.replaceAll("/+$", "");
        this.people = people;
        this.signin = signin;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        boolean looks = LOOKING.contains(request.getMethod());
        if (isOpen(request.getUriInfo().getRequestUri().getRawPath())) {
            if (!looks) {
                refuseForeign(request);
            }
            return;
        }
        PeopleSettings now = people.get();
        Optional<Caller> caller = caller(request, now);
        if (caller.isEmpty()) {
            turnAway(request, looks);
            return;
        }
        if (!looks) {
            refuseForeign(request);
            refuseViewer(caller.get());
        }
        caller.get().signs(request);
    }

    /// The raw path: one that only decodes to an open one is not open.
    private static boolean isOpen(String rawPath) {
        return OPEN.contains(rawPath) || rawPath.startsWith("/assets/") || rawPath.startsWith("/api/auth/");
    }

    /// The development identity goes first, and never counts behind https, whatever was configured.
    private Optional<Caller> caller(ContainerRequestContext request, PeopleSettings now) {
        if (now.devEmail().isPresent() && !publicUrl.startsWith("https://")) {
            return now.devEmail()
                    .map(email -> new Caller("dev", now.admin(email), Optional.of(email), Optional.empty()));
        }
        return signin.flatMap(google -> google.session(Heads.cookies(request)))
                .map(session -> new Caller(
                        "google",
                        now.admin(session.email().folded()),
                        Optional.of(session.email().folded()),
                        Optional.of(session.expiresAt().getEpochSecond())));
    }

    /// A person is sent to sign in, a program is told to.
    private void turnAway(ContainerRequestContext request, boolean looks) {
        if (signin.isEmpty()) {
            throw new RefusedException(
                    503,
                    "sign_in_not_configured",
                    "sign-in is not configured on this Gate: set GOOGLE_CLIENT_ID, or GATE_DEV_EMAIL for development");
        }
        if (!Heads.acceptsHtml(request)) {
            throw new RefusedException(
                    401,
                    "sign_in_required",
                    "no live session: sign in at %s/api/auth/google/login".formatted(publicUrl));
        }
        // what was not looked at cannot be looked at afterwards
        String next = looks ? NextTarget.of(targetOf(request.getUriInfo().getRequestUri())) : NextTarget.HOME;
        request.abortWith(Response.status(looks ? 302 : 303)
                .header("Location", "/api/auth/google/login?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8))
                .header("Cache-Control", "no-store")
                .build());
    }

    private static String targetOf(URI uri) {
        return uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
    }

    /// A session rides on every request that a browser makes, whichever page it comes from.
    private void refuseForeign(ContainerRequestContext request) {
        boolean ours = isOwnOrigin(Heads.first(request, "origin"))
                && OWN_SITES.contains(Heads.first(request, "sec-fetch-site").toLowerCase(Locale.ROOT));
        if (!ours) {
            throw new RefusedException(
                    403,
                    "foreign_origin",
                    "a page of another origin may not change anything here; this Gate is %s".formatted(publicUrl));
        }
        String type = mediaTypeOf(request);
        // no type is no form either: a form always has one
        if (!type.isEmpty() && !type.equals("application/json") && !isStructured(type)) {
            throw new RefusedException(
                    415,
                    "unsupported_media_type",
                    "the body is said to be `%s`: send it as `Content-Type: application/json`".formatted(type));
        }
    }

    private boolean isOwnOrigin(String origin) {
        String own = publicUrl.toLowerCase(Locale.ROOT);
        String page = origin.toLowerCase(Locale.ROOT);
        return page.isEmpty() || own.equals(page) || own.startsWith(page + "/");
    }

    private static String mediaTypeOf(ContainerRequestContext request) {
        String given = Heads.first(request, "content-type").toLowerCase(Locale.ROOT);
        int semicolon = given.indexOf(';');
        return (semicolon < 0 ? given : given.substring(0, semicolon)).strip();
    }

    private static boolean isStructured(String type) {
        return type.startsWith("application/") && type.endsWith("+json");
    }

    private static void refuseViewer(Caller caller) {
        if (!caller.admin()) {
            throw new RefusedException(
                    403,
                    "read_only",
                    "%s may look but not change; an operator adds accounts to GATE_ADMIN_EMAILS"
                            .formatted(caller.email().orElse("this account")));
        }
    }
}
