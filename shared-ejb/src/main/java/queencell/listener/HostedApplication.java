package queencell.listener;

import jakarta.ws.rs.core.SecurityContext;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.security.Principal;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/// A JAX-RS application that any host of this room can feed. Thread-safe.
public final class HostedApplication {

    private static final URI BASE = URI.create("/");
    private static final SecurityContext ANONYMOUS = new Anonymous();

    private final ApplicationHandler handler;

    private HostedApplication(ApplicationHandler handler) {
        this.handler = handler;
    }

    /// Starts Jersey with this configuration; what relayed answers need is added to it. Register instances.
    public static HostedApplication of(ResourceConfig config) {
        config.register(new RelayedAnswerWriter());
        config.property(ServerProperties.WADL_FEATURE_DISABLE, true);
        config.property(ServerProperties.RESPONSE_SET_STATUS_OVER_SEND_ERROR, true);
        // no resource has constraints, and looking for them costs a hundredth of a small request
        config.property(ServerProperties.BV_FEATURE_DISABLE, true);
        return new HostedApplication(elsewhere(() -> new ApplicationHandler(config)));
    }

    /// On a thread that deploys nothing: on one that does, Payara adds its OpenTelemetry listener to every Jersey
    /// application, tracing on or off, and that takes a seventh of the time of a small request.
    private static ApplicationHandler elsewhere(Callable<ApplicationHandler> start) {
        var task = new FutureTask<>(start);
        Thread thread = Thread.ofPlatform()
                .name("jersey-start")
                .inheritInheritableThreadLocals(false)
                .unstarted(task);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        try {
            return task.get();
        } catch (ExecutionException fault) {
            throw new IllegalStateException("the JAX-RS application cannot be started", fault.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the start was interrupted", stopped);
        }
    }

    /// Runs one request; the answer reaches `port` now or later, on any thread.
    void handle(Inbound inbound, RequestPlan plan, byte[] entity, AnswerPort port) {
        try {
            ContainerRequest request = new ContainerRequest(
                    BASE,
                    plan.uri(),
                    inbound.method(),
                    ANONYMOUS,
                    new MapPropertiesDelegate(),
                    handler.getConfiguration());
            plan.learned().ifPresent(learned -> request.setProperty(RequestPlan.LEARNED, learned));
            if (plan.body() != BodyMode.ON_DEMAND) {
                inbound.headers().forEach(request::header);
            }
            request.setProperty(Inbound.PROPERTY, inbound);
            request.setEntityStream(new ByteArrayInputStream(entity));
            request.setWriter(new JerseyAnswer(inbound, port));
            handler.handle(request);
        } catch (RuntimeException | Error fault) {
            port.failed(fault);
        }
    }

    /// Who calls is known to the application's own filters only.
    private static final class Anonymous implements SecurityContext {
        @Override
        public Principal getUserPrincipal() {
            return null;
        }

        @Override
        public boolean isUserInRole(String role) {
            return false;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public String getAuthenticationScheme() {
            return null;
        }
    }
}
