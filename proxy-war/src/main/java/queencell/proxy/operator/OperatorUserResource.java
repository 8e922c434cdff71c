package queencell.proxy.operator;

import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.access.CellUsers;
import queencell.proxy.access.Members;
import queencell.proxy.access.Role;
import queencell.proxy.access.Sessions;
import queencell.proxy.auth.Signin;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.cluster.ClusterCatalogue;
import queencell.signin.SigninRefusals;
import queencell.web.JsonAnswer;
import queencell.web.JsonRequest;
import queencell.web.Paging;
import queencell.web.RefusedException;
import queencell.web.Registered;

/// `/api/operator/users` (proxy console, 10).
@Path("api/operator/users")
@Registered
public class OperatorUserResource {
    private final CellUsers users;
    private final ClusterCatalogue catalogue;
    private final Sessions sessions;
    private final Signin signin;

    @Inject
    OperatorUserResource(CellUsers users, ClusterCatalogue catalogue, Sessions sessions, Signin signin) {
        this.users = users;
        this.catalogue = catalogue;
        this.sessions = sessions;
        this.signin = signin;
    }

    public record Listing(
            ClusterCatalogue.Cell cell,
            List<ClusterCatalogue.Tenant> tenants,
            List<ListedCluster> clusters,
            List<CellUsers.Person> users) {}

    public record ListedCluster(UUID id, String slug, UUID tenantId, String status) {}

    public record CreatedUser(UUID id, String email, String name, UUID tenantId, UUID clusterId, String role) {}

    /// @param ok always true
    public record Renamed(boolean ok, UUID id, String name) {}

    /// @param role absent once it was taken
    public record Seated(boolean ok, Optional<String> role) {}

    @GET
    public Response list(@Context ContainerRequestContext request) {
        ClusterCatalogue.Cell cell = OperatorCall.of(request).cell();
        Paging paging = Paging.of(request.getUriInfo().getQueryParameters());
        List<CellUsers.Person> people =
                users.of(cell.id(), paging.after().map(OperatorUserResource::after), paging.rowsToRead());
        List<ListedCluster> clusters = catalogue.ofCell(cell.id()).stream()
                .map(cluster -> new ListedCluster(cluster.id(), cluster.slug(), cluster.tenantId(), cluster.status()))
                .toList();
        return paging.answer(
                people,
                page -> new Listing(cell, catalogue.tenantsOfCell(cell.id()), clusters, page),
                "/api/operator/users",
                person -> person.tenantSlug() + "," + person.email());
    }

    /// No slug has a comma.
    private static CellUsers.After after(String text) {
        int comma = text.indexOf(',');
        if (comma < 0) {
            throw WebRefusals.invalid("`after` must be what the `Link` of the page before said");
        }
        return new CellUsers.After(text.substring(0, comma), text.substring(comma + 1));
    }

    /// The password is hashed before the transaction opens: no lock is held meanwhile.
    @POST
    public Response create(@Context ContainerRequestContext request, byte[] body) {
        OperatorCall call = OperatorCall.of(request);
        UserDraft draft = UserDraft.of(JsonRequest.of(request, body));
        Optional<String> hash = draft.password().map(this::hashed);
        CellUsers.Created created = users.create(
                call.cell().id(),
                call.operator(),
                new CellUsers.Draft(
                        draft.tenant(),
                        draft.email(),
                        draft.name(),
                        draft.provider(),
                        hash,
                        draft.cluster(),
                        draft.role()));
        return switch (created) {
            case CellUsers.Created.Done(UUID user) -> {
                sessions.clusterChanged(draft.cluster());
                call.note("user_created", request, user);
                yield JsonAnswer.of(
                                201,
                                new CreatedUser(
                                        user,
                                        draft.email().folded(),
                                        draft.name(),
                                        draft.tenant(),
                                        draft.cluster(),
                                        draft.role().wireName()))
                        .build();
            }
            case CellUsers.Created.NotHere notHere ->
                throw WebRefusals.notFound("this cell has no such cluster of this tenant");
            case CellUsers.Created.EmailTaken taken ->
                throw WebRefusals.conflict("this address belongs to a user already: give another one");
        };
    }

    private String hashed(String password) {
        return signin.passwords().hash(password).orElseThrow(SigninRefusals::tooBusy);
    }

    @PATCH
    @Path("{user}")
    public Response rename(@Context ContainerRequestContext request, @PathParam("user") String user, byte[] body) {
        OperatorCall call = OperatorCall.of(request);
        UUID id = UserDraft.id("user_id", user);
        String name = UserDraft.name(JsonRequest.of(request, body).requiredText("name"));
        switch (users.rename(call.cell().id(), call.operator(), id, name)) {
            case DONE -> call.note("user_renamed", request, id);
            case UNCHANGED -> {}
            case NOBODY -> throw notHere();
        }
        return JsonAnswer.ok(new Renamed(true, id, name));
    }

    @PUT
    @Path("{user}/roles/{cluster}")
    public Response grant(
            @Context ContainerRequestContext request,
            @PathParam("user") String user,
            @PathParam("cluster") String cluster,
            byte[] body) {
        OperatorCall call = OperatorCall.of(request);
        UUID id = UserDraft.id("user_id", user);
        UUID on = UserDraft.id("cluster_id", cluster);
        Role role = UserDraft.role(JsonRequest.of(request, body).requiredText("role"));
        settle(users.grant(call.cell().id(), call.operator(), id, on, role), on);
        call.note("role_granted", request, id);
        return JsonAnswer.ok(new Seated(true, Optional.of(role.wireName())));
    }

    @DELETE
    @Path("{user}/roles/{cluster}")
    public Response revoke(
            @Context ContainerRequestContext request,
            @PathParam("user") String user,
            @PathParam("cluster") String cluster) {
        OperatorCall call = OperatorCall.of(request);
        UUID id = UserDraft.id("user_id", user);
        UUID on = UserDraft.id("cluster_id", cluster);
        settle(users.revoke(call.cell().id(), call.operator(), id, on), on);
        call.note("role_revoked", request, id);
        return JsonAnswer.ok(new Seated(true, Optional.empty()));
    }

    private void settle(Members.Outcome outcome, UUID cluster) {
        switch (outcome) {
            case DONE -> sessions.clusterChanged(cluster);
            case UNKNOWN -> throw notHere();
            case LAST_ADMIN ->
                throw WebRefusals.invalid(
                        "this is the cluster's last admin: make somebody else admin first, or nobody could administer it");
        }
    }

    private static RefusedException notHere() {
        return WebRefusals.notFound("this cell has no such user, or the user has no role there");
    }
}
