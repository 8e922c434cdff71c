package queencell.proxy.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.broker.Reply;
import queencell.proxy.cluster.CellSecret;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.EffectiveLimits;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.Features;

/// A push to a full queue waits for the broker's word on its partitions, and a pass over all clusters for each listing:
/// what their brokers do must not hold them up beyond the limits of A5 and section 8.
class CellBrokersTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static ClusterContext clusterAt(int port) {
        return clusterAt("http://127.0.0.1:" + port);
    }

    private static ClusterContext clusterAt(String url) {
        var id = new UUID(1, 2);
        return new ClusterContext(
                id,
                id,
                id,
                "acme",
                url,
                CellSecret.none(),
                EffectiveStatus.ACTIVE,
                EffectiveLimits.unlimited(),
                Features.none());
    }

    private static Duration timeOf(Runnable work) {
        long began = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - began);
    }

    @Test
    void a_broker_that_never_answers_holds_a_push_to_a_full_queue_up_for_two_seconds() throws IOException {
        // connections wait in its backlog for ever
        try (var silent = new ServerSocket(0, 50, HERE);
                var brokers = new CellBrokers()) {
            Duration waited = timeOf(() -> assertThat(brokers.of(clusterAt(silent.getLocalPort()), "q"))
                    .isEqualTo(Optional.empty()));

            assertThat(waited).isBetween(Duration.ofMillis(1900), Duration.ofSeconds(3));
        }
    }

    @Test
    void a_broker_that_throttles_is_not_waited_for() throws IOException {
        var asked = new AtomicInteger();
        HttpServer throttling = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
        throttling.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.getResponseHeaders().set("Retry-After", "1");
            exchange.sendResponseHeaders(429, -1);
            exchange.close();
        });
        throttling.start();
        try (var brokers = new CellBrokers()) {
            brokers.of(clusterAt(throttling.getAddress().getPort()), "q");

            assertThat(asked).hasValue(1);
        } finally {
            throttling.stop(0);
        }
    }

    @Test
    void a_broker_that_is_away_costs_a_pass_no_pauses() throws IOException {
        int nobody;
        try (var port = new ServerSocket(0, 1, HERE)) {
            nobody = port.getLocalPort();
        }
        try (var brokers = new CellBrokers()) {
            Duration waited =
                    timeOf(() -> assertThat(brokers.listing(clusterAt(nobody))).isInstanceOf(Reply.Failed.class));

            assertThat(waited).isLessThan(Duration.ofSeconds(1));
        }
    }

    /// What is thrown here stands in the log of the pass.
    @ParameterizedTest
    @ValueSource(strings = {"https://u:s3cret@broker:1", "http://u:s3cret@broker:1", "http://u:s3 cret@broker:1"})
    void a_password_in_the_address_of_a_cell_must_not_be_repeated(String url) {
        try (var brokers = new CellBrokers()) {
            assertThatThrownBy(() -> brokers.listing(clusterAt(url)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("broker")
                    .hasMessageNotContaining("s3")
                    .hasMessageNotContaining("cret");
        }
    }
}
