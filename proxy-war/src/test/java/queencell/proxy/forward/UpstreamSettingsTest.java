package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import queencell.settings.SettingsReader;

/// How long a connection to a broker may take (pipeline, 9.1 and 16).
class UpstreamSettingsTest {

    /// A socket is told its milliseconds as an `int`: what does not fit would fail every request.
    @Test
    void a_wait_that_no_socket_can_be_told_must_not_be_taken() {
        var settings = SettingsReader.of(Map.of("QUEEN_PROXY_UPSTREAM_CONNECT_TIMEOUT_MS", "9999999999"))
                .read(UpstreamSettings.class);
        assertThat(settings.connectTimeout()).isEqualTo(Duration.ofDays(1));
    }
}
