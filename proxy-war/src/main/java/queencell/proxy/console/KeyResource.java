package queencell.proxy.console;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import queencell.proxy.access.IssuedKeys;
import queencell.proxy.access.Scope;
import queencell.proxy.auth.DisplayName;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.cluster.Ids;
import queencell.web.JsonAnswer;
import queencell.web.JsonRequest;
import queencell.web.Paging;
import queencell.web.Registered;

/// `/api/console/keys`, for admins (proxy console, 4.3).
@Path("api/console/keys")
@Registered
public class KeyResource {
    private static final int LONGEST_NAME = 200;

    private final IssuedKeys keys;

    @Inject
    KeyResource(IssuedKeys keys) {
        this.keys = keys;
    }

    @GET
    public Response list(@Context ContainerRequestContext request) {
        ConsoleCall call = ConsoleCall.ofAdmin(request);
        Paging paging = Paging.of(request.getUriInfo().getQueryParameters());
        Optional<UUID> after = paging.after().map(KeyResource::id);
        return paging.answer(
                keys.of(call.cluster().id(), after, paging.rowsToRead()),
                "/api/console/keys",
                key -> key.id().toString());
    }

    /// The only answer that ever carries a key.
    @POST
    public Response issue(@Context ContainerRequestContext request, byte[] body) {
        ConsoleCall call = ConsoleCall.ofAdmin(request);
        JsonRequest json = JsonRequest.of(request, body);
        String name = DisplayName.of(json.requiredText("name"), LONGEST_NAME);
        Set<Scope> scopes = scopes(json.requiredTexts("scopes"));
        IssuedKeys.Issued issued =
                keys.issue(call.cluster().id(), call.cluster().tenantId(), call.user(), name, scopes);
        call.note("key_issued", request, field("key", issued.id()));
        return JsonAnswer.of(200, issued).header("Cache-Control", "no-store").build();
    }

    @DELETE
    @Path("{id}")
    public Response revoke(@Context ContainerRequestContext request, @PathParam("id") String text) {
        ConsoleCall call = ConsoleCall.ofAdmin(request);
        UUID id = id(text);
        if (!keys.revoke(call.cluster().id(), call.cluster().tenantId(), call.user(), id)) {
            throw WebRefusals.notFound("this cluster has no live key of this id");
        }
        call.note("key_revoked", request, field("key", id));
        return JsonAnswer.ok(Map.of("ok", true));
    }

    private static UUID id(String text) {
        return Ids.parse(text).orElseThrow(() -> WebRefusals.invalid("a key's id is a UUID of 36 characters"));
    }

    private static Set<Scope> scopes(List<String> words) {
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        scopes.addAll(Scope.parse(words));
        boolean known = words.stream()
                .allMatch(word ->
                        scopes.stream().anyMatch(scope -> scope.wireName().equals(word)));
        if (scopes.isEmpty() || !known) {
            throw WebRefusals.invalid("`scopes` must be one or more of produce, consume, admin and read");
        }
        return scopes;
    }
}
