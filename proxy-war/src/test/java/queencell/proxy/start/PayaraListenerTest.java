package queencell.proxy.start;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;

/// Payara's own listener for tenants, which the application does not open itself (pipeline, 14.1).
class PayaraListenerTest {

    private static ListenSettings settings(Map<String, String> environment) {
        return SettingsReader.of(environment).read(ListenSettings.class);
    }

    /// A system property goes before the environment, which the boot commands read: tenants on 6711 would see
    /// the pages that are for the cell alone.
    @ParameterizedTest
    @CsvSource({"QUEEN_PROXY_PORT,6711,7000", "QUEEN_PROXY_BIND_ADDR,0.0.0.0,127.0.0.1"})
    void another_listener_than_the_settings_tell_would_have_none_of_their_guards(
            String name, String opened, String read) {
        assertThatThrownBy(() -> PayaraListener.checkAgainst(Map.of(name, opened), settings(Map.of(name, read))))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("`" + opened + "`")
                .hasMessageContaining("`" + read + "`");
    }

    @Test
    void the_listener_that_the_settings_tell_must_be_taken() {
        var environment = Map.of("QUEEN_PROXY_PORT", "7000", "QUEEN_PROXY_BIND_ADDR", "127.0.0.1");
        assertThatCode(() -> PayaraListener.checkAgainst(environment, settings(environment)))
                .doesNotThrowAnyException();
        assertThatCode(() -> PayaraListener.checkAgainst(Map.of(), settings(environment)))
                .doesNotThrowAnyException();
    }

    /// Started by hand without the second file of boot commands.
    @Test
    void a_start_whose_port_nobody_opened_would_say_that_it_is_up() throws IOException {
        int closed;
        try (var socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        var listen = settings(Map.of("QUEEN_PROXY_PORT", "" + closed, "QUEEN_PROXY_LISTENER", "payara"));
        assertThatThrownBy(() -> PayaraListener.mount(listen, null))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("payara-config/proxy-payara.asadmin")
                .hasMessageContaining(":" + closed);
    }
}
