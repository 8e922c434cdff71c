package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import queencell.gate.document.Json;
import queencell.gate.document.Members;

/// Who asks, and what answers (runtime, 16.14).
@Path("/")
public final class WhoResource {
    private final BrokerProbe probe;

    WhoResource(BrokerProbe probe) {
        this.probe = probe;
    }

    @GET
    @Path("api/me")
    public Response me(@Context ContainerRequestContext request) {
        Caller caller = Caller.of(request);
        var answer = new Members()
                .put("actor", Json.of(caller.actor()))
                .put("role", Json.of(caller.admin() ? "admin" : "viewer"))
                .put("email", Json.ofNullable(caller.email()));
        caller.expiresAt().ifPresent(end -> answer.put("expires_at", Json.of(end)));
        return Answer.ok(answer.object());
    }

    @GET
    @Path("api/version")
    public Response version() {
        return Answer.ok(new Members()
                .put("gate", Json.of(BuildVersion.text()))
                .put("queen", probe.json())
                .object());
    }
}
