package queencell.gate;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// What Payara's own health page says about Gate: the same as `/readyz` (runtime, 16.14).
@Readiness
@ApplicationScoped
public class CellHealth implements HealthCheck {

    @EJB
    private GateStartup startup;

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("gate").status(startup.isReady()).build();
    }
}
