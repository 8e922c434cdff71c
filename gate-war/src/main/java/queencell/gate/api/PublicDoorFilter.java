package queencell.gate.api;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import queencell.web.RefusedException;

/// Stands before every route of the public listener, whether it exists or not (runtime, 18). Rules are by method:
/// looking is for every account, anything else for admins.
@PreMatching
@Priority(Priorities.AUTHENTICATION)
public final class PublicDoorFilter implements ContainerRequestFilter {
    private static final Set<String> OPEN = Set.of("/", "/health", "/readyz", "/favicon.ico");
    private static final Set<String> LOOKING = Set.of("GET", "HEAD");
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final String publicUrl;
    private final Supplier<PeopleSettings> people;

    PublicDoorFilter(String publicUrl, Supplier<PeopleSettings> people) {
        this.publicUrl = publicUrl;
        this.people = people;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        String path = request.getUriInfo().getRequestUri().getPath();
        if (OPEN.contains(path) || path.startsWith("/assets/") || path.startsWith("/api/auth/")) {
            return;
        }
        PeopleSettings now = people.get();
        Caller caller = caller(now)
                .orElseThrow(
                        () -> new RefusedException(
                                503,
                                "sign_in_not_configured",
                                "sign-in is not configured on this Gate: set GOOGLE_CLIENT_ID, or GATE_DEV_EMAIL for development"));
        if (!LOOKING.contains(request.getMethod())) {
            mayWrite(request, caller);
        }
        caller.signs(request);
    }

    /// A page of another origin can make a browser send a form with its cookies, but neither JSON nor these headers
    /// (gate console, 1.1).
    private void mayWrite(ContainerRequestContext request, Caller caller) {
        String origin = request.getHeaderString("Origin");
        String site = request.getHeaderString("Sec-Fetch-Site");
        if (!ours(origin) || site != null && !OWN_SITES.contains(site)) {
            throw new RefusedException(
                    403,
                    "foreign_origin",
                    "a page of another origin may not change anything here; this Gate is %s".formatted(publicUrl));
        }
        if (!caller.admin()) {
            throw new RefusedException(
                    403,
                    "read_only",
                    "%s may look but not change; an operator adds accounts to GATE_ADMIN_EMAILS"
                            .formatted(caller.email().orElse("this account")));
        }
        Body.mustBeJson(request.getHeaderString(HttpHeaders.CONTENT_TYPE));
    }

    private boolean ours(String origin) {
        return origin == null || publicUrl.equals(origin) || publicUrl.startsWith(origin + "/");
    }

    /// The development identity never counts behind https, whatever was configured.
    private Optional<Caller> caller(PeopleSettings now) {
        if (publicUrl.startsWith("https://")) {
            return Optional.empty();
        }
        return now.devEmail().map(email -> new Caller("dev", now.admin(email), Optional.of(email), Optional.empty()));
    }
}
