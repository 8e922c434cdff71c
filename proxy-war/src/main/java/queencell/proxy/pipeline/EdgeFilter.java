package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import queencell.listener.Inbound;
import queencell.listener.InboundHeaders;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.route.Surface;
import queencell.signin.CookieRules;
import queencell.signin.Origins;
import queencell.signin.TokenSettings;
import queencell.web.Caller;
import queencell.web.Registered;
import queencell.web.TrustedProxies;

/// Step 0: opens the exchange, and judges what needs no cluster (pipeline, 13): how often an address calls, and
/// whether a page of another origin rides on a session cookie.
@PreMatching
@Priority(Step.EDGE)
@Registered
public class EdgeFilter implements ContainerRequestFilter {
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final EdgeRules rules;
    private final ClusterSettings clusters;
    private final AccessSettings access;
    private final CookieRules sessionCookie;
    private final TrustedProxies trusted;
    private final Origins origins;
    private final Optional<AddressGate> perAddress;

    @Inject
    EdgeFilter(EdgeRules rules, ClusterSettings clusters, AccessSettings access, TokenSettings tokens) {
        this.rules = rules;
        this.clusters = clusters;
        this.access = access;
        this.sessionCookie = new CookieRules(access.cookieName(), "/", Optional.empty());
        this.trusted = rules.trusted();
        this.origins = originsOf(rules, tokens);
        this.perAddress = AddressGate.of("data", rules.perAddress(), rules.burstOrDefault(), rules);
    }

    static Origins originsOf(EdgeRules rules, TokenSettings tokens) {
        // judged also where the list counts: it names who tokens are meant for as well
        Origins ofPublicUrl = Origins.parse(
                "QUEEN_PROXY_PUBLIC_URL", tokens.publicUrl().stream().toList());
        return rules.publicOrigins()
                .map(list -> Origins.parse("QUEEN_PUBLIC_ORIGINS", entriesOf(list)))
                .orElse(ofPublicUrl);
    }

    private static List<String> entriesOf(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(origin -> !origin.isEmpty())
                .toList();
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Inbound inbound = Inbound.of(request);
        Shown shown = Shown.of(request, inbound, access);
        boolean mayWait = !inbound.loop().inEventLoop();
        var exchange = new Exchange(inbound, clusters.shields(shown.host()), inbound.isHttps(trusted), shown, mayWait);
        request.setProperty(Exchange.PROPERTY, exchange);
        if (exchange.surface() == Surface.DATA_PATH) {
            perAddress.ifPresent(gate -> gate.judge(exchange, clientOf(inbound)));
            checkOrigin(exchange);
        } else {
            new Caller(clientOf(inbound), exchange.https()).attachTo(request);
        }
    }

    private InetAddress clientOf(Inbound inbound) {
        InetAddress peer = inbound.peer().getAddress();
        List<String> lines = inbound.headers().all(rules.realIpHeader());
        if (rules.realIpHeader().equalsIgnoreCase("x-forwarded-for")) {
            return trusted.clientOf(peer, lines);
        }
        // the client can send a line as well: the balancer's own is behind it
        return trusted.clientOf(peer, lines.isEmpty() ? "" : lines.getLast());
    }

    /// Only requests with a session cookie: a key in a header cannot be sent by a foreign page.
    private void checkOrigin(Exchange exchange) {
        InboundHeaders headers = exchange.inbound().headers();
        if (SAFE_METHODS.contains(exchange.inbound().method()) || !carriesSession(exchange)) {
            return;
        }
        boolean ours = origins.vouchFor(
                headers.first("host").orElse(""),
                exchange.https(),
                headers.first("origin").orElse(""),
                headers.first("referer").orElse(""),
                headers.first("sec-fetch-site").orElse(""));
        if (!ours) {
            exchange.end(Refusals.csrfRejected());
        }
    }

    private boolean carriesSession(Exchange exchange) {
        String cookies = Heads.cookiesOf(exchange.inbound());
        return !cookies.isEmpty() && sessionCookie.isIn(cookies);
    }
}
