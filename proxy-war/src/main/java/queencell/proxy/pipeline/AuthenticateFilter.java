package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import queencell.log.EventLog;
import queencell.proxy.access.ApiKey;
import queencell.proxy.access.Identities;
import queencell.proxy.access.Identity;
import queencell.proxy.access.Principal;
import queencell.proxy.access.Sessions;
import queencell.proxy.cluster.ClusterContext;
import queencell.web.Registered;

/// Step 5: who is it, and on this cluster (pipeline, 6)? On a shielded host, what earlier steps kept back is told
/// behind this one.
@PreMatching
@Priority(Step.AUTHENTICATE)
@Registered
public class AuthenticateFilter implements ContainerRequestFilter {
    private static final EventLog LOG = EventLog.of("auth");

    private final Identities identities;
    private final Sessions sessions;

    @Inject
    AuthenticateFilter(Identities identities, Sessions sessions) {
        this.identities = identities;
        this.sessions = sessions;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.onDataPath(request).ifPresent(this::authenticate);
    }

    private void authenticate(Exchange exchange) {
        Identity identity = exchange.identityIfKnown().orElseGet(() -> identify(exchange));
        if (identity instanceof Identity.Nobody(String reason)) {
            LOG.debug("credential_refused", field("reason", reason), field("rid", exchange.requestId()));
        }
        refuseStranger(exchange, identity);
        if (identity instanceof Identity.Nobody) {
            throw exchange.end(Refusals.unauthorized());
        }
        // without a cluster, what the first step kept back is the answer
        if (exchange.clusterIfResolved().isEmpty()) {
            refuseGone(exchange, identity);
            exchange.tellWithheld();
        }
        exchange.authenticated(principal(exchange, identity, exchange.cluster()));
    }

    /// An operator's path is absent for everybody who is none, whatever they show and whatever was kept back: on a
    /// shielded host a blocked path has answered already, and this one must not stand out.
    private static void refuseStranger(Exchange exchange, Identity identity) {
        boolean operator = identity instanceof Identity.Person person && person.operator();
        if (exchange.route().isOperator() && !operator) {
            throw exchange.end(Refusals.routeBlocked());
        }
    }

    /// A session behind which nobody stands any more is told the same whether or not the cluster exists (3.2).
    private void refuseGone(Exchange exchange, Identity identity) {
        if (identity instanceof Identity.Person person && sessions.isGone(person)) {
            throw exchange.end(Refusals.unauthorized());
        }
    }

    private Identity identify(Exchange exchange) {
        return identities.identify(exchange.credential(), exchange.mayWait());
    }

    private Principal principal(Exchange exchange, Identity identity, ClusterContext cluster) {
        return switch (identity) {
            case Identity.KeyHolder(var key) when key.clusterId().equals(cluster.id()) -> of(key);
            case Identity.Unverified unverified -> of(ApiKey.ofEverybody(cluster.id()));
            case Identity.Person person -> standing(exchange, person, cluster);
            case Identity.KeyHolder elsewhere -> throw exchange.end(Refusals.forbidden());
            case Identity.Nobody nobody -> throw exchange.end(Refusals.unauthorized());
        };
    }

    private static Principal of(ApiKey key) {
        return new Principal.ApiKeyPrincipal(key.id(), key.clusterId(), key.scopes());
    }

    private Principal standing(Exchange exchange, Identity.Person person, ClusterContext cluster) {
        return switch (sessions.standing(person, cluster.id())) {
            case Sessions.Standing.Acts(Principal principal) -> principal;
            case Sessions.Standing.NoRole noRole -> throw exchange.end(Refusals.forbidden());
            case Sessions.Standing.Gone gone -> throw exchange.end(Refusals.unauthorized());
        };
    }
}
