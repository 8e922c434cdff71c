package queencell.proxy.start;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.pipeline.UpstreamRules;
import queencell.web.Registered;

/// `GET /healthz` and `GET /readyz`, for load balancers (pipeline, 14.2). They never ask database or broker.
@Path("/")
@Registered
public class HealthResource {
    private final LimitSettings limits;
    private final UpstreamRules upstream;
    private final ClusterSettings clusters;
    private final ServingState serving;

    @Inject
    HealthResource(LimitSettings limits, UpstreamRules upstream, ClusterSettings clusters, ServingState serving) {
        this.limits = limits;
        this.upstream = upstream;
        this.clusters = clusters;
        this.serving = serving;
    }

    /// Alive, and with which switches: a check reads the running process and not an old log.
    @GET
    @Path("healthz")
    public Response health() {
        return json(
                200,
                "{\"status\":\"ok\",\"enforce\":%s,\"tenant_header\":%s,\"shared_hosts\":%d}"
                        .formatted(
                                limits.enforce(),
                                upstream.tenantHeader(),
                                clusters.sharedHosts().size()));
    }

    @GET
    @Path("readyz")
    public Response ready() {
        boolean ready = serving.isReady();
        return json(ready ? 200 : 503, "{\"status\":\"%s\"}".formatted(ready ? "ready" : "not_ready"));
    }

    private static Response json(int status, String text) {
        return Response.status(status)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(text.getBytes(StandardCharsets.UTF_8))
                .build();
    }
}
