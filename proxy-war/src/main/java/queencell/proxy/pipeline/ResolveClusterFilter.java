package queencell.proxy.pipeline;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.Identities;
import queencell.proxy.access.Identity;
import queencell.proxy.access.Sessions;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.cluster.LookupCache.Answer;
import queencell.web.RefusedException;
import queencell.web.Registered;

/// Step 1: finds the cluster that the request acts on (pipeline, 3). The host names it; on a shared host the
/// credential does; the act-as header of a person's session confirms or chooses it.
@PreMatching
@Priority(Step.RESOLVE_CLUSTER)
@Registered
public class ResolveClusterFilter implements ContainerRequestFilter {

    private final ClusterDirectory directory;
    private final ClusterSettings clusters;
    private final AccessSettings access;
    private final Identities identities;
    private final Sessions sessions;

    @Inject
    ResolveClusterFilter(
            ClusterDirectory directory,
            ClusterSettings clusters,
            AccessSettings access,
            Identities identities,
            Sessions sessions) {
        this.directory = directory;
        this.clusters = clusters;
        this.access = access;
        this.identities = identities;
        this.sessions = sessions;
    }

    @Override
    public void filter(ContainerRequestContext request) {
        Exchange.onDataPath(request).ifPresent(this::resolve);
    }

    private void resolve(Exchange exchange) {
        String actAs = Heads.actAsOf(exchange.inbound());
        boolean shared = clusters.shares(exchange.host());
        if (access.devInsecure() && (shared || !actAs.isEmpty())) {
            // nothing was verified, so nothing can name a cluster
            refuse(exchange, Refusals.forbidden());
        } else if (shared) {
            byCredential(exchange, actAs);
        } else if (actAs.isEmpty()) {
            accept(exchange, directory.ofHost(exchange.host(), exchange.mayWait()), Refusals::clusterUnknown);
        } else {
            confirmed(exchange, actAs);
        }
    }

    /// A shared host names nothing (3.3).
    private void byCredential(Exchange exchange, String actAs) {
        switch (identify(exchange)) {
            case Identity.Nobody nobody -> refuse(exchange, Refusals.unauthorized());
            case Identity.Unverified unverified -> refuse(exchange, Refusals.forbidden());
            case Identity.KeyHolder holder when !actAs.isEmpty() -> refuse(exchange, Refusals.forbidden());
            case Identity.KeyHolder holder ->
                // a key of another cell's cluster is no key here (A14)
                accept(exchange, directory.byId(holder.key().clusterId(), exchange.mayWait()), Refusals::unauthorized);
            case Identity.Person person
            when !actAs.isEmpty() -> accept(exchange, directory.named(actAs, exchange.mayWait()), Refusals::forbidden);
            case Identity.Person person -> byClaim(exchange, person.cluster());
        }
    }

    private void byClaim(Exchange exchange, Optional<UUID> claim) {
        Answer<ClusterContext> answer =
                claim.map(id -> directory.byId(id, exchange.mayWait())).orElseGet(Answer.Missing::new);
        accept(exchange, answer, Refusals::forbidden);
    }

    /// On a cluster's own host the header may only name that cluster, and the credential is judged before anything is
    /// looked up, so that nobody without one can ask for names (A1).
    private void confirmed(Exchange exchange, String actAs) {
        switch (identify(exchange)) {
            case Identity.Nobody nobody -> refuse(exchange, Refusals.unauthorized());
            case Identity.KeyHolder holder -> refuse(exchange, Refusals.forbidden());
            case Identity.Unverified unverified -> refuse(exchange, Refusals.forbidden());
            case Identity.Person person -> {
                accept(exchange, directory.ofHost(exchange.host(), exchange.mayWait()), Refusals::clusterUnknown);
                exchange.clusterIfResolved()
                        .filter(cluster -> !isNamed(cluster, actAs))
                        .ifPresent(_ -> refuseOther(exchange, person));
            }
        }
    }

    /// A session behind which nobody stands any more must sign in, whatever it names (3.2).
    private void refuseOther(Exchange exchange, Identity.Person person) {
        refuse(exchange, sessions.isGone(person) ? Refusals.unauthorized() : Refusals.forbidden());
    }

    private static boolean isNamed(ClusterContext cluster, String actAs) {
        return cluster.slug().equalsIgnoreCase(actAs) || cluster.id().toString().equalsIgnoreCase(actAs);
    }

    private Identity identify(Exchange exchange) {
        Identity identity = identities.identify(exchange.credential(), exchange.mayWait());
        exchange.identified(identity);
        return identity;
    }

    private static void refuse(Exchange exchange, RefusedException answer) {
        exchange.refuse(Step.RESOLVE_CLUSTER, answer);
    }

    private static void accept(Exchange exchange, Answer<ClusterContext> answer, Supplier<RefusedException> otherwise) {
        if (answer instanceof Answer.Found<ClusterContext>(ClusterContext cluster)) {
            exchange.resolved(cluster);
        } else {
            refuse(exchange, otherwise.get());
        }
    }
}
