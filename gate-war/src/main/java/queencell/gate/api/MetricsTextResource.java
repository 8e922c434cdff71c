package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import queencell.metric.Metrics;

/// The Prometheus text, on the cell-only port.
@Path("metrics")
public final class MetricsTextResource {

    @GET
    @Produces("text/plain; version=0.0.4; charset=utf-8")
    public String text() {
        return Metrics.prometheusText();
    }
}
