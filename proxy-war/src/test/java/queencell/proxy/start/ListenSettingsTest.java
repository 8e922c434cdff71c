package queencell.proxy.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;

/// Where the tenants' port is bound (pipeline, 16).
class ListenSettingsTest {

    private static ListenSettings bound(String address) {
        return SettingsReader.of(Map.of("QUEEN_PROXY_BIND_ADDR", address)).read(ListenSettings.class);
    }

    /// The default is every address: a script that leaves the variable empty must not open the port to everybody.
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "127.0.0.1:6711", "[::1]:6711", "localhost:6711"})
    void an_address_that_is_empty_or_carries_a_port_must_end_the_start(String address) {
        assertThatThrownBy(() -> bound(address))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_BIND_ADDR is `" + address + "`");
    }

    /// A bracket too few, and the port stood open to everybody instead of this machine.
    @ParameterizedTest
    @ValueSource(strings = {"[::1", "::1]", "[", "[]", "[127.0.0.1]", "[[::1]]", "::1 "})
    void an_address_that_is_torn_must_end_the_start(String address) {
        assertThatThrownBy(() -> bound(address))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_BIND_ADDR is `" + address + "`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "[::1]", "localhost"})
    void an_address_of_this_machine_must_be_taken(String address) {
        assertThat(bound(address).isLoopback()).isTrue();
    }

    /// Payara's own listener has TLS of its own: with ours ignored, every key would cross the network in the clear.
    @Test
    void a_certificate_that_the_listener_does_not_use_must_end_the_start() {
        var reader = SettingsReader.of(Map.of(
                "QUEEN_PROXY_LISTENER", "payara",
                "QUEEN_PROXY_TLS_CERT", "/etc/tls/chain.pem",
                "QUEEN_PROXY_TLS_KEY", "/etc/tls/key.pem"));
        assertThatThrownBy(() -> reader.read(ListenSettings.class))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_TLS_CERT")
                .hasMessageContaining("QUEEN_PROXY_LISTENER");
    }

    /// The application would wait for tenants on a port 0, and they would come in on another.
    @Test
    void any_free_port_of_a_listener_that_somebody_else_opens_must_end_the_start() {
        var reader = SettingsReader.of(Map.of("QUEEN_PROXY_LISTENER", "payara", "QUEEN_PROXY_PORT", "0"));
        assertThatThrownBy(() -> reader.read(ListenSettings.class))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_PORT is `0`")
                .hasMessageContaining("QUEEN_PROXY_LISTENER");
        assertThat(SettingsReader.of(Map.of("QUEEN_PROXY_PORT", "0"))
                        .read(ListenSettings.class)
                        .port())
                .isZero();
    }

    /// With half of it the port would speak plain HTTP, and every key would cross the network in the clear.
    @ParameterizedTest
    @ValueSource(strings = {"QUEEN_PROXY_TLS_CERT", "QUEEN_PROXY_TLS_KEY"})
    void a_certificate_without_its_key_must_end_the_start(String only) {
        var reader = SettingsReader.of(Map.of(only, "/etc/tls/one.pem"));
        assertThatThrownBy(() -> reader.read(ListenSettings.class))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_TLS_CERT")
                .hasMessageContaining("QUEEN_PROXY_TLS_KEY");
    }
}
