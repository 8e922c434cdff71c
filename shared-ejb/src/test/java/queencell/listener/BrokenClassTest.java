package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.Suspended;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import queencell.web.FaultMapper;

/// A class that failed while it was initialised is never tried again, and every request that needs it fails.
class BrokenClassTest {

    /// Who meets the class.
    enum Place {
        /// On the loop, before JAX-RS.
        PLANNER,
        /// In JAX-RS, whose mapper makes an answer of it.
        FILTER,
        /// The same without the mapper.
        UNMAPPED_FILTER,
        /// The listener's own timer, which answers for an application that does not.
        SWEEPER
    }

    @ParameterizedTest
    @EnumSource
    void a_process_with_a_broken_class_stayed_up_and_was_never_ready(Place place) throws Exception {
        Process process = new ProcessBuilder(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Broken.class.getName(),
                        place.name())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(output).containsOnlyOnce("event=class_broken").contains("zip file closed");
        assertThat(process.exitValue()).isEqualTo(1);
    }

    /// Serves on a port, asks itself twice, and would stay.
    static final class Broken {
        private Broken() {}

        /// What the container did to a class of ours.
        private static final class Torn {
            private static final String TEXT = torn();

            private static String torn() {
                throw new IllegalStateException("zip file closed");
            }
        }

        @PreMatching
        private record Touching(Place place) implements ContainerRequestFilter {
            @Override
            public void filter(ContainerRequestContext request) {
                if (place == Place.SWEEPER) {
                    Inbound.of(request).onDisconnect(Broken::touch);
                } else {
                    touch();
                }
            }
        }

        @Path("/readyz")
        private static final class Silent {
            @GET
            public void ask(@Suspended AsyncResponse answer) {
                // never resumed
            }
        }

        private static void touch() {
            throw new AssertionError(Torn.TEXT);
        }

        private static RequestPlan plan(Place place) {
            if (place == Place.PLANNER) {
                touch();
            }
            return RequestPlan.collected(URI.create("/readyz"), 1024, "MAX_BODY", Duration.ofMillis(100));
        }

        public static void main(String[] arguments) throws Exception {
            var place = Place.valueOf(arguments[0]);
            var settings = new ListenerSettings(
                    "broken",
                    new InetSocketAddress("127.0.0.1", 0),
                    Optional.empty(),
                    EdgeSettings.defaults(),
                    OwnAnswers.SILENT);
            var config = new ResourceConfig().registerInstances(new Touching(place), new Silent());
            HttpListener listener = HttpListener.start(
                    settings,
                    EventLoops.start("broken", 1),
                    HostedApplication.of(place == Place.FILTER ? config.registerInstances(new FaultMapper()) : config),
                    _ -> plan(place),
                    Executors.newVirtualThreadPerTaskExecutor());
            for (int i = 0; i < 2; i++) {
                try (RawClient client = RawClient.to(listener.address())) {
                    client.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
                    client.socket().getInputStream().read();
                }
            }
            Thread.sleep(20_000);
            System.exit(0);
        }
    }
}
