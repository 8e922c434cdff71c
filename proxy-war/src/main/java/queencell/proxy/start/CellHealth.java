package queencell.proxy.start;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// What Payara's own health page says about the proxy: the same as `/readyz`.
@Readiness
@ApplicationScoped
public class CellHealth implements HealthCheck {
    private final ServingState serving;

    @Inject
    CellHealth(ServingState serving) {
        this.serving = serving;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("queen-proxy")
                .status(serving.isReady())
                .build();
    }
}
