package queencell.proxy.auth;

import static queencell.log.Field.field;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Supplier;
import queencell.log.EventLog;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Identities;
import queencell.proxy.access.Identity;
import queencell.proxy.access.Principal;
import queencell.proxy.access.Sessions;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.cluster.LookupCache.Answer;
import queencell.proxy.database.Databases;
import queencell.web.RefusedException;

/// Finds the cluster that a request of a person, or of a key, acts on, by the rules of the data path (proxy
/// console, 3; pipeline, 3). Thread-safe; blocks.
@ApplicationScoped
public class ActingCluster {
    private static final EventLog LOG = EventLog.of("auth");

    private final ClusterDirectory directory;
    private final ClusterSettings clusters;
    private final AccessSettings access;
    private final Identities identities;
    private final Sessions sessions;
    private final Databases databases;

    @Inject
    ActingCluster(
            ClusterDirectory directory,
            ClusterSettings clusters,
            AccessSettings access,
            Identities identities,
            Sessions sessions,
            Databases databases) {
        this.directory = directory;
        this.clusters = clusters;
        this.access = access;
        this.identities = identities;
        this.sessions = sessions;
        this.databases = databases;
    }

    /// @param identity whose credential the request carries, so that it is judged once
    public record Resolved(ClusterContext cluster, Identity identity) {}

    public Identity identify(WebRequest request) {
        return noted(identities.identify(request.credential(access.cookieName()), true));
    }

    /// Whose the browser's cookie is.
    public Identity identifyCookie(WebRequest request) {
        return identifyPerson(request.cookie(access.cookieName()));
    }

    /// Who looks at a page: a header wins over the cookie, and a key in it is no session.
    public Identity identifyPage(WebRequest request) {
        return identifyPerson(request.page(access.cookieName()));
    }

    /// A session that outlived its person is nobody's: nothing may come of it.
    private Identity identifyPerson(Credential shown) {
        if (access.devInsecure()) {
            return new Identity.Nobody("nobody is asked for a session");
        }
        Identity identity = identities.identify(shown, true);
        boolean gone = identity instanceof Identity.Person person && sessions.isGone(person);
        return noted(gone ? new Identity.Nobody("session: of somebody who is gone") : identity);
    }

    /// The client hears one text whatever the reason.
    private static Identity noted(Identity identity) {
        if (identity instanceof Identity.Nobody(String reason)) {
            LOG.debug("credential_refused", field("reason", reason));
        }
        return identity;
    }

    public boolean hasDatabase() {
        return databases.pxdb().isPresent();
    }

    public boolean operatorsAreOn() {
        return access.operatorEnabled();
    }

    /// Whether this host tells nothing of clusters before a live credential was shown.
    boolean isShielded(WebRequest request) {
        return clusters.shields(request.host());
    }

    public String cookieName() {
        return access.cookieName();
    }

    /// The cluster, and who it is. A host that names no cluster is told so before anybody is asked for a credential,
    /// unless the host tells nothing without one, or the act-as header wants one (pipeline, 2 and A1).
    public Resolved resolve(WebRequest request) {
        if (request.actAs().isEmpty() && !isShielded(request)) {
            ClusterContext cluster = found(directory.ofHost(request.host(), true), WebRefusals::clusterUnknown);
            return new Resolved(cluster, identify(request));
        }
        Identity identity = identify(request);
        if (identity instanceof Identity.Nobody) {
            throw WebRefusals.unauthorized();
        }
        return new Resolved(of(request, identity), identity);
    }

    /// The same for whoever it is known to be already; on a shared host it names the cluster.
    public ClusterContext of(WebRequest request, Identity identity) {
        if (clusters.shares(request.host())) {
            return byIdentity(identity, request.actAs());
        }
        if (!request.actAs().isEmpty()) {
            refuseAllButPersons(identity);
        }
        ClusterContext cluster =
                found(directory.ofHost(request.host(), true), () -> unlessGone(identity, WebRefusals.clusterUnknown()));
        if (!request.actAs().isEmpty() && !isNamed(cluster, request.actAs())) {
            throw unlessGone(identity, WebRefusals.forbidden());
        }
        return cluster;
    }

    private ClusterContext byIdentity(Identity identity, String actAs) {
        return switch (identity) {
            case Identity.Nobody nobody -> throw WebRefusals.unauthorized();
            case Identity.Unverified unverified -> throw WebRefusals.forbidden();
            case Identity.KeyHolder holder when !actAs.isEmpty() -> throw WebRefusals.forbidden();
            case Identity.KeyHolder(var key) -> found(directory.byId(key.clusterId(), true), WebRefusals::unauthorized);
            case Identity.Person person
            when !actAs.isEmpty() ->
                found(directory.named(actAs, true), () -> unlessGone(person, WebRefusals.forbidden()));
            case Identity.Person person ->
                person.cluster()
                        .map(id -> found(directory.byId(id, true), WebRefusals::forbidden))
                        .orElseThrow(() -> unlessGone(person, WebRefusals.noClusterNamed()));
        };
    }

    /// A session behind which nobody stands any more must sign in, whatever it names (pipeline, 3.2): where it names
    /// a cluster that exists, it is told so, too.
    private RefusedException unlessGone(Identity identity, RefusedException refusal) {
        return identity instanceof Identity.Person person && sessions.isGone(person)
                ? WebRefusals.unauthorized()
                : refusal;
    }

    private static void refuseAllButPersons(Identity identity) {
        switch (identity) {
            case Identity.Person person -> {}
            case Identity.Nobody nobody -> throw WebRefusals.unauthorized();
            case Identity.KeyHolder holder -> throw WebRefusals.forbidden();
            case Identity.Unverified unverified -> throw WebRefusals.forbidden();
        }
    }

    private static boolean isNamed(ClusterContext cluster, String actAs) {
        return cluster.slug().equalsIgnoreCase(actAs) || cluster.id().toString().equalsIgnoreCase(actAs);
    }

    private static ClusterContext found(Answer<ClusterContext> answer, Supplier<RefusedException> otherwise) {
        return switch (answer) {
            case Answer.Found<ClusterContext>(ClusterContext cluster) -> cluster;
            case Answer.Missing<ClusterContext> missing -> throw otherwise.get();
            case Answer.Unanswered<ClusterContext> unanswered -> throw WebRefusals.databaseSilent();
        };
    }

    /// What a person may do on a cluster; refused with 403 without a role, with 401 when the person is gone.
    public Principal standing(Identity.Person person, ClusterContext cluster) {
        return switch (sessions.standing(person, cluster.id())) {
            case Sessions.Standing.Acts(Principal principal) -> principal;
            case Sessions.Standing.NoRole noRole -> throw WebRefusals.forbidden();
            case Sessions.Standing.Gone gone -> throw WebRefusals.unauthorized();
        };
    }

    /// The cluster that a live session would act on with this request; empty when it names none, or none it may act
    /// on.
    public Optional<ClusterContext> ifAny(WebRequest request, Identity.Person person) {
        try {
            ClusterContext cluster = of(request, person);
            standing(person, cluster);
            return Optional.of(cluster);
        } catch (RefusedException none) {
            if (none.status() == 502) {
                throw none;
            }
            return Optional.empty();
        }
    }
}
