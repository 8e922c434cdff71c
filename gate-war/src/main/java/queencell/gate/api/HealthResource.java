package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import queencell.gate.document.Json;
import queencell.gate.document.Members;

/// Liveness and readiness (runtime, 16.14).
@Path("/")
public final class HealthResource {
    private final Readiness readiness;

    HealthResource(Readiness readiness) {
        this.readiness = readiness;
    }

    /// Touches nothing: a broker that is down is no reason to restart Gate.
    @GET
    @Path("health")
    public Response health() {
        return Answer.ok(new Members().put("status", Json.of("healthy")).object());
    }

    @GET
    @Path("readyz")
    public Response ready() {
        String status = readiness.status();
        return Answer.of(
                        status.equals("ready") ? 200 : 503,
                        new Members().put("status", Json.of(status)).object())
                .build();
    }
}
