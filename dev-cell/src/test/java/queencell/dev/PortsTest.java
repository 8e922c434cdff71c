package queencell.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortsTest {

    private static final String HOST = "127.0.0.1";

    @Test
    void a_taken_port_that_a_setting_demands_is_refused_with_the_setting() throws IOException {
        try (var taken = listener()) {
            var wanted = new Endpoint(HOST, taken.getLocalPort());
            assertThatThrownBy(() -> new Ports().demanded("the proxy", "QUEEN_PROXY_PORT", wanted))
                    .isInstanceOf(CellFault.class)
                    .hasMessage(
                            "Port %d for the proxy is taken: end what listens there, or set QUEEN_PROXY_PORT to a free port.",
                            wanted.port());
        }
    }

    @Test
    void a_taken_default_moves_to_the_next_free_port() throws IOException {
        try (var taken = listener()) {
            Endpoint moved = new Ports().preferred("the broker", HOST, taken.getLocalPort());
            assertThat(moved.port()).isGreaterThan(taken.getLocalPort());
        }
    }

    @Test
    void no_port_is_given_to_two_listeners_of_a_cell() {
        var ports = new Ports();
        Endpoint first = ports.anyFree(HOST);
        assertThat(ports.preferred("another", HOST, first.port())).isNotEqualTo(first);
        assertThatThrownBy(() -> ports.demanded("a third", "GATE_BIND", first)).isInstanceOf(CellFault.class);
    }

    @Test
    void an_unreadable_address_is_refused_with_its_setting_and_the_bound() {
        assertThatThrownBy(() -> Endpoint.parse("GATE_BIND", "8788")).hasMessageContaining("GATE_BIND is `8788`");
        assertThatThrownBy(() -> Endpoint.parse("GATE_BIND", "host:0")).hasMessageContaining("from 1 to 65535");
        assertThatThrownBy(() -> Endpoint.parsePort("QUEEN_PROXY_PORT", "abc"))
                .hasMessageContaining("QUEEN_PROXY_PORT");
    }

    @Test
    void a_wildcard_address_is_reached_through_loopback() {
        assertThat(Endpoint.parse("GATE_BIND", "0.0.0.0:8788").url()).hasToString("http://127.0.0.1:8788");
        assertThat(Endpoint.parse("GATE_BIND", "[::1]:8788").url()).hasToString("http://[::1]:8788");
    }

    private static ServerSocket listener() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getByName(HOST));
    }
}
