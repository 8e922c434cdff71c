package queencell.proxy.console;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.util.Locale;
import java.util.Map;
import queencell.proxy.access.Members;
import queencell.proxy.access.Role;
import queencell.proxy.access.Sessions;
import queencell.proxy.auth.WebRefusals;
import queencell.signin.EmailAddress;
import queencell.web.JsonAnswer;
import queencell.web.JsonRequest;
import queencell.web.Paging;
import queencell.web.Registered;

/// `/api/console/members`, for admins (proxy console, 4.4). Members are named by address, in the body.
@Path("api/console/members")
@Registered
public class MemberResource {
    private final Members members;
    private final Sessions sessions;

    @Inject
    MemberResource(Members members, Sessions sessions) {
        this.members = members;
        this.sessions = sessions;
    }

    /// @param ok always true
    public record Granted(boolean ok, String email, String role) {}

    @GET
    public Response list(@Context ContainerRequestContext request) {
        ConsoleCall call = ConsoleCall.ofAdmin(request);
        Paging paging = Paging.of(request.getUriInfo().getQueryParameters());
        return paging.answer(
                members.of(call.cluster().id(), paging.after(), paging.rowsToRead()),
                "/api/console/members",
                Members.Member::email);
    }

    /// Gives a role, or changes it.
    @POST
    public Response grant(@Context ContainerRequestContext request, byte[] body) {
        ConsoleCall call = ConsoleCall.ofAdmin(request);
        JsonRequest json = JsonRequest.of(request, body);
        EmailAddress email = email(json);
        Role role = Role.parse(json.requiredText("role").strip().toLowerCase(Locale.ROOT))
                .orElseThrow(() -> WebRefusals.invalid("`role` must be admin, producer, consumer or viewer"));
        settle(members.grant(call.cluster().id(), call.user(), email, role), call);
        call.note("member_granted", request, field("member", email.folded()));
        return JsonAnswer.ok(new Granted(true, email.folded(), role.wireName()));
    }

    @DELETE
    public Response revoke(@Context ContainerRequestContext request, byte[] body) {
        ConsoleCall call = ConsoleCall.ofAdmin(request);
        EmailAddress email = email(JsonRequest.of(request, body));
        settle(members.revoke(call.cluster().id(), call.user(), email), call);
        call.note("member_revoked", request, field("member", email.folded()));
        return JsonAnswer.ok(Map.of("ok", true));
    }

    private static EmailAddress email(JsonRequest json) {
        return EmailAddress.parse(json.requiredText("email"))
                .orElseThrow(
                        () -> WebRefusals.invalid("`email` must be an address with an @, of 320 characters at most"));
    }

    private void settle(Members.Outcome outcome, ConsoleCall call) {
        switch (outcome) {
            // here at once; other processes hear of it from the database
            case DONE -> sessions.clusterChanged(call.cluster().id());
            case UNKNOWN ->
                throw WebRefusals.notFound(
                        "nobody of this tenant has this address with a role here: create the user first");
            case LAST_ADMIN ->
                throw WebRefusals.invalid(
                        "this is the cluster's last admin: make somebody else admin first, or nobody could administer it");
        }
    }
}
