package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.operator.OperatorFilter;
import queencell.proxy.route.Surface;
import queencell.signin.CookieRules;
import queencell.signin.Origins;
import queencell.signin.TokenSettings;
import queencell.web.Caller;
import queencell.web.Heads;
import queencell.web.Registered;

/// What holds on the surfaces for people before anybody looks at them (proxy console, 12): how often an address
/// calls, whether a foreign page sends, which pages may call by script; and behind them, that no answer is kept.
@PreMatching
@Priority(Step.WEB_EDGE)
@Registered
public class WebEdgeFilter implements ContainerRequestFilter, ContainerResponseFilter {
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Set<Surface> FOR_PROGRAMS = EnumSet.of(Surface.DATA_PATH, Surface.HEALTH, Surface.JWKS);

    private final Origins origins;
    private final CookieRules sessionCookie;
    private final List<String> corsOrigins;
    private final String corsHeaders;
    private final Optional<AddressGate> perAddress;

    @Inject
    WebEdgeFilter(WebEdgeRules web, EdgeRules edge, AccessSettings access, TokenSettings tokens) {
        this.origins = EdgeFilter.originsOf(edge, tokens);
        this.sessionCookie = new CookieRules(access.cookieName(), "/", Optional.empty());
        this.corsOrigins = web.corsOrigins();
        this.corsHeaders = Stream.concat(web.corsHeaders().stream(), Stream.of("x-queen-act-cluster"))
                .distinct()
                .collect(Collectors.joining(", "));
        this.perAddress = AddressGate.of("web", web.perAddress(), web.addressBurst(), edge);
    }

    @Override
    public void filter(ContainerRequestContext request) {
        var exchange = Exchange.of(request);
        boolean hidden = exchange.surface() == Surface.OPERATOR_API;
        if (!hidden && !FOR_PROGRAMS.contains(exchange.surface())) {
            judge(request, exchange);
        }
    }

    /// What holds on the surfaces for people, on the operators' for those alone who may know of it.
    void judge(ContainerRequestContext request, Exchange exchange) {
        perAddress.ifPresent(gate -> gate.judge(exchange, Caller.of(request).client()));
        if (isPreflight(request)) {
            request.abortWith(preflight(request));
        } else if (!SAFE_METHODS.contains(exchange.inbound().method()) && !isOurs(request, exchange)) {
            exchange.end(Refusals.csrfRejected());
        }
    }

    private boolean isOurs(ContainerRequestContext request, Exchange exchange) {
        return origins.admitToPages(
                Heads.first(request, "host"),
                exchange.https(),
                Heads.first(request, "origin"),
                Heads.first(request, "referer"),
                Heads.first(request, "sec-fetch-site"),
                sessionCookie.isIn(Heads.cookies(request)));
    }

    private static boolean isPreflight(ContainerRequestContext request) {
        return request.getMethod().equals("OPTIONS")
                && !Heads.first(request, "origin").isEmpty()
                && !Heads.first(request, "access-control-request-method").isEmpty();
    }

    private Response preflight(ContainerRequestContext request) {
        String origin = Heads.first(request, "origin");
        if (!isAllowed(origin)) {
            return Response.status(403).build();
        }
        return Response.status(204)
                .header("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE, OPTIONS")
                .header("Access-Control-Allow-Headers", corsHeaders)
                .header("Access-Control-Max-Age", "600")
                .build();
    }

    private boolean isExactlyAllowed(String origin) {
        return !origin.isEmpty() && !origin.equals("*") && corsOrigins.contains(origin);
    }

    private boolean isAllowed(String origin) {
        return isExactlyAllowed(origin) || corsOrigins.contains("*") && !origin.isEmpty();
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        boolean forPeople = Exchange.find(request)
                .filter(exchange -> !FOR_PROGRAMS.contains(exchange.surface()))
                .filter(exchange -> exchange.surface() != Surface.OPERATOR_API || OperatorFilter.admitted(request))
                .isPresent();
        if (!forPeople) {
            return;
        }
        var headers = response.getHeaders();
        if (!headers.containsKey("Cache-Control")
                && (response.getMediaType() == null
                        || MediaType.APPLICATION_JSON_TYPE.isCompatible(response.getMediaType()))) {
            headers.putSingle("Cache-Control", "no-store");
        }
        String origin = Heads.first(request, "origin");
        if (!corsOrigins.isEmpty()) {
            headers.add("Vary", "Origin");
        }
        if (isExactlyAllowed(origin)) {
            headers.putSingle("Access-Control-Allow-Origin", origin);
            headers.putSingle("Access-Control-Allow-Credentials", "true");
        } else if (isAllowed(origin)) {
            headers.putSingle("Access-Control-Allow-Origin", "*");
        }
    }
}
