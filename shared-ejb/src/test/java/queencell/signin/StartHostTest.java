package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartHostTest {
    private final StartHost start = new StartHost("https://console.cell_1.example:8443");

    @Test
    void a_sign_in_that_begins_on_another_host_finds_no_cookie_when_it_comes_back() {
        assertThat(start.insteadOf("acme.cell_1.example:8443", "/auth/google", "/console/?a=1&b=ü"))
                .contains("https://console.cell_1.example:8443/auth/google"
                        + "?next=%2Fconsole%2F%3Fa%3D1%26b%3D%C3%BC&sent=1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "console.cell_1.example:8443",
                "CONSOLE.cell_1.example",
                "console.cell_1.example.:80",
                "",
                "no host"
            })
    void whoever_came_to_the_right_host_or_shows_none_is_sent_away(String host) {
        assertThat(start.insteadOf(host, "/auth/google", "/")).isEmpty();
    }
}
