package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;

/// Which hosts are shared (pipeline, 3.3).
class ClusterSettingsTest {

    private static ClusterSettings shared(String hosts) {
        return SettingsReader.of(Map.of("QUEEN_PROXY_SHARED_HOSTS", hosts)).read(ClusterSettings.class);
    }

    @Test
    void a_shared_host_must_be_known_however_it_is_written() {
        assertThat(shared("Api.Example:6711,,queen_proxy. , 127.0.0.1, [::1]:6711,api.example.")
                        .sharedHosts())
                .containsExactly("api.example", "queen_proxy", "127.0.0.1", "[::1]");
    }

    /// `/healthz` would count it, and tenants would get 421 on the host that was meant.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.example",
                "*.example",
                ".example",
                "api.example/v1",
                "api.example;all.example",
                "api.example:http",
                "b\u00fccher.example"
            })
    void a_shared_host_that_no_request_can_name_must_end_the_start(String host) {
        assertThatThrownBy(() -> shared("all.example, " + host))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_SHARED_HOSTS holds `" + host + "`");
    }
}
