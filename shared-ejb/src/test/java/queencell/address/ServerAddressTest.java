package queencell.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {

    /// Services of a container network are often called so.
    @ParameterizedTest
    @CsvSource(textBlock = """
            http://queen_broker:6632,      queen_broker, 6632, false
            https://a_b:/x,                a_b,          -1,   false
            https://A_b.example./x?y#z,    A_b.example., -1,   false
            http://u:p@a_b:1,              a_b,          1,    true
            http://u@broker,               broker,       -1,   true
            https://[::1],                 ::1,          -1,   false
            http://127.0.0.1:80,           127.0.0.1,    80,   false
            """)
    void a_server_must_be_found_whatever_its_name_looks_like(URI url, String host, int port, boolean withUser) {
        assertThat(ServerAddress.of(url)).contains(new ServerAddress(host, port, withUser));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "broker:6632",
                "http:///x",
                "/x",
                "http://a_b:x",
                "http://a_b:123456",
                "http://a_b:1:2",
                "http://broker:65536",
                "http://a_b:65536",
                "http://broker:0",
                "http://.example",
                "http://a..b"
            })
    void what_names_no_server_must_not_count_as_one(String url) {
        assertThat(ServerAddress.of(URI.create(url))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"api.example", "api.example.", "queen_broker", "127.0.0.1", "[::1]", "xn--bcher-kva.example"})
    void a_host_must_be_known_as_one(String text) {
        assertThat(ServerAddress.isHost(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://api.example",
                "api.example:443",
                "api.example/x",
                "user@api.example",
                "*.example",
                ".example",
                "a b",
                "a;b",
                "::1",
                "b\u00fccher.example"
            })
    void what_is_more_or_less_than_a_host_must_not_pass_for_one(String text) {
        assertThat(ServerAddress.isHost(text)).isFalse();
    }

    @Test
    void a_host_must_be_written_so_that_its_port_can_follow() {
        assertThat(new ServerAddress("::1", -1, false).written()).isEqualTo("[::1]");
        assertThat(new ServerAddress("a_b", -1, false).written()).isEqualTo("a_b");
    }
}
