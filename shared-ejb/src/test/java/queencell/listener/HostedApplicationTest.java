package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.Test;

/// Where Jersey is started decides what the server adds to it.
class HostedApplicationTest {
    /// As the server marks a thread that deploys, and what such a thread starts.
    private static final InheritableThreadLocal<String> DEPLOYING = new InheritableThreadLocal<>();

    /// Notes where Jersey runs while it starts.
    private static final class Witness implements Feature {
        private Thread thread;
        private String deploying;
        private ClassLoader loader;

        @Override
        public boolean configure(FeatureContext context) {
            thread = Thread.currentThread();
            deploying = DEPLOYING.get();
            loader = thread.getContextClassLoader();
            return true;
        }
    }

    @Test
    void a_listener_of_the_server_stands_before_every_request() {
        var witness = new Witness();
        DEPLOYING.set("an application");
        try {
            HostedApplication.of(new ResourceConfig().register(witness));
        } finally {
            DEPLOYING.remove();
        }

        assertThat(witness.thread).as("started elsewhere").isNotNull().isNotSameAs(Thread.currentThread());
        assertThat(witness.deploying)
                .as("not even an heir of the thread that deploys")
                .isNull();
        assertThat(witness.loader).isSameAs(Thread.currentThread().getContextClassLoader());
    }
}
