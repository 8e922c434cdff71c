package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindTest {

    @Test
    void hosts_and_bracketed_addresses_are_read() {
        assertThat(Bind.parse("X", "127.0.0.1:8788").getPort()).isEqualTo(8788);
        assertThat(Bind.parse("X", "[::1]:0").getAddress().isLoopbackAddress()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8788", "127.0.0.1", "127.0.0.1:x", ":8788", "127.0.0.1:70000", "::1:80", ""})
    void an_address_that_cannot_be_used_names_its_setting_and_shows_what_fits(String text) {
        assertThatThrownBy(() -> Bind.parse("GATE_BIND", text))
                .hasMessageContaining("GATE_BIND is `" + text + "`")
                .hasMessageContaining("127.0.0.1:8788");
    }
}
