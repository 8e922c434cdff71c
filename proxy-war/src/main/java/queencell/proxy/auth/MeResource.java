package queencell.proxy.auth;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.access.ApiKey;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Identity;
import queencell.proxy.access.Role;
import queencell.proxy.access.Scope;
import queencell.proxy.access.Users;
import queencell.proxy.cluster.ClusterCatalogue;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.ClusterSummary;
import queencell.web.JsonAnswer;
import queencell.web.Registered;

/// `GET /auth/me` (proxy console, 7.6): describes the browser's session, or the API key that is shown.
@Path("auth/me")
@Registered
public class MeResource {
    private static final String ACT_HEADER = "x-queen-act-cluster";

    private final ActingCluster acting;
    private final Users users;
    private final ClusterCatalogue catalogue;

    @Inject
    MeResource(ActingCluster acting, Users users, ClusterCatalogue catalogue) {
        this.acting = acting;
        this.users = users;
        this.catalogue = catalogue;
    }

    @GET
    public Response me(@Context ContainerRequestContext request) {
        WebRequest head = WebRequest.of(request);
        return switch (head.bearer(acting.cookieName())) {
            case Credential.ApiKey key -> JsonAnswer.ok(ofKey(head));
            // it is the browser that is asked about
            case Credential.Session session -> throw WebRefusals.unauthorized();
            case Credential.None none -> JsonAnswer.ok(ofCookie(head));
        };
    }

    private Me ofCookie(WebRequest head) {
        if (!acting.hasDatabase() || !(acting.identifyCookie(head) instanceof Identity.Person person)) {
            throw WebRefusals.unauthorized();
        }
        Users.Profile profile = users.profile(person.user()).orElseThrow(WebRefusals::unauthorized);
        boolean live = profile.operator() && acting.operatorsAreOn();
        return new Me(
                Optional.of(person.user()),
                Optional.of(profile.email()),
                Optional.of(profile.tenantSlug()),
                profile.operator(),
                acting.operatorsAreOn(),
                live,
                acting.ifAny(head, person).map(MeResource::actingOf),
                live ? everyCluster() : clustersOf(person.user()),
                ACT_HEADER,
                Optional.of(person.role().wireName()),
                person.cluster(),
                null,
                null,
                null);
    }

    private static Me.Acting actingOf(ClusterContext cluster) {
        return new Me.Acting(cluster.id(), cluster.slug());
    }

    private List<Me.Choice> everyCluster() {
        return catalogue.all().stream()
                .map(cluster -> choice(cluster, Role.ADMIN))
                .toList();
    }

    private List<Me.Choice> clustersOf(UUID user) {
        Map<UUID, Role> roles = users.roles(user);
        return catalogue.of(roles.keySet()).stream()
                .map(cluster -> choice(cluster, roles.get(cluster.id())))
                .toList();
    }

    private static Me.Choice choice(ClusterSummary cluster, Role role) {
        return new Me.Choice(
                cluster.id(),
                cluster.slug(),
                Optional.of(role.wireName()),
                Optional.of(cluster.tenantSlug()),
                cluster.tenantId(),
                cluster.status(),
                Optional.of(cluster.cellSlug()));
    }

    private static ApiKey keyOn(ClusterContext cluster, Identity identity) {
        return switch (identity) {
            case Identity.KeyHolder(ApiKey shown) when shown.clusterId().equals(cluster.id()) -> shown;
            case Identity.KeyHolder elsewhere -> throw WebRefusals.forbidden();
            case Identity.Unverified unverified -> ApiKey.ofEverybody(cluster.id());
            case Identity.Nobody nobody -> throw WebRefusals.unauthorized();
            case Identity.Person person -> throw WebRefusals.forbidden();
        };
    }

    private static void refuseSuspended(ClusterContext cluster) {
        if (cluster.status().refusesEverything()) {
            throw WebRefusals.clusterSuspended();
        }
    }

    /// Resolved and refused like the key's next data request (pipeline, 2): a shielded host asks first who it is, any
    /// other tells first that its cluster is unknown or suspended.
    private Me ofKey(WebRequest head) {
        ActingCluster.Resolved resolved = acting.resolve(head);
        ClusterContext cluster = resolved.cluster();
        if (!acting.isShielded(head)) {
            refuseSuspended(cluster);
        }
        ApiKey key = keyOn(cluster, resolved.identity());
        refuseSuspended(cluster);
        var choice = new Me.Choice(
                cluster.id(),
                cluster.slug(),
                Optional.empty(),
                Optional.empty(),
                cluster.tenantId(),
                cluster.status().name().toLowerCase(Locale.ROOT),
                Optional.empty());
        return new Me(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                acting.operatorsAreOn(),
                false,
                Optional.of(actingOf(cluster)),
                List.of(choice),
                ACT_HEADER,
                Optional.empty(),
                Optional.of(cluster.id()),
                "api_key",
                key.id(),
                new Me.KeyScopes(
                        key.scopes().contains(Scope.PRODUCE),
                        key.scopes().contains(Scope.CONSUME),
                        key.scopes().contains(Scope.ADMIN),
                        key.scopes().contains(Scope.READ)));
    }
}
