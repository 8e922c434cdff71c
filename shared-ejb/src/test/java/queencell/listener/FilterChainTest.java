package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ContainerRequest;
import org.junit.jupiter.api.Test;

class FilterChainTest {
    private final List<String> ran = new ArrayList<>();

    @Priority(1)
    private final class First implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            ran.add("first");
        }
    }

    @Priority(2)
    private final class Refusing implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            ran.add("refusing");
            request.abortWith(Response.status(403).build());
        }
    }

    private final class WithoutPriority implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            ran.add("last");
        }
    }

    private static ContainerRequest request() {
        return new ContainerRequest(URI.create("/"), URI.create("/x"), "GET", null, new MapPropertiesDelegate(), null);
    }

    @Test
    void filters_run_in_another_order_than_their_priority() throws IOException {
        FilterChain.of(List.of(new WithoutPriority(), new First())).filter(request());
        assertThat(ran).containsExactly("first", "last");
    }

    @Test
    void a_filter_runs_behind_one_that_has_answered() throws IOException {
        FilterChain.of(List.of(new WithoutPriority(), new Refusing(), new First()))
                .filter(request());
        assertThat(ran).containsExactly("first", "refusing");
    }
}
