package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import queencell.proxy.access.Identity;
import queencell.proxy.auth.ActingCluster;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.auth.WebRequest;
import queencell.proxy.route.Surface;
import queencell.signin.NextTarget;
import queencell.web.Heads;
import queencell.web.Registered;

/// Answers the paths that belong to nobody (proxy console, 11): a browser is sent to the console, or to sign in
/// first; everything else is 404. So a path that only looks like one of ours once it is decoded is never matched.
@PreMatching
@Priority(Step.DOCUMENT)
@Registered
public class DocumentFilter implements ContainerRequestFilter {
    private final ActingCluster acting;

    @Inject
    DocumentFilter(ActingCluster acting) {
        this.acting = acting;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        var exchange = Exchange.of(request);
        if (exchange.surface() != Surface.DASHBOARD) {
            return;
        }
        boolean isPage = exchange.inbound().method().equals("GET") && Heads.acceptsHtml(request);
        if (!isPage) {
            throw WebRefusals.notFound("there is nothing at this path");
        }
        boolean signedIn = acting.identifyPage(WebRequest.of(request)) instanceof Identity.Person;
        request.abortWith(Response.status(302)
                .header(
                        "Location",
                        signedIn ? "/console/" : loginFor(exchange.inbound().target()))
                // a redirect that is kept would send the next visitor round in circles
                .header("Cache-Control", "no-store")
                .build());
    }

    /// A character of the raw target is one byte, and is encoded as that byte.
    private static String loginFor(String target) {
        return "/auth/login?next=" + URLEncoder.encode(NextTarget.of(target), StandardCharsets.ISO_8859_1);
    }
}
