package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;

class AuthSettingsTest {
    private static AuthSettings read(Map<String, String> environment) {
        return SettingsReader.of(environment).read(AuthSettings.class);
    }

    @Test
    void taking_in_strangers_of_every_domain_must_be_said_twice() {
        var settings = new HashMap<>(Map.of(
                "QUEEN_PROXY_AUTOPROVISION", "true",
                "GOOGLE_CLIENT_ID", "id",
                "GOOGLE_CLIENT_SECRET", "secret"));
        assertThatThrownBy(() -> read(settings)).hasMessageContaining("QUEEN_PROXY_AUTOPROVISION_TENANT");
        settings.put("QUEEN_PROXY_AUTOPROVISION_TENANT", "acme");
        assertThatThrownBy(() -> read(settings))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("GOOGLE_ALLOWED_DOMAINS is empty");
        settings.put("QUEEN_PROXY_AUTOPROVISION_ANY_DOMAIN", "true");
        assertThat(read(settings).autoprovision()).isTrue();
        settings.remove("QUEEN_PROXY_AUTOPROVISION_ANY_DOMAIN");
        settings.put("GOOGLE_ALLOWED_DOMAINS", "acme.example");
        assertThat(read(settings).clients()).hasSize(1);
    }

    @Test
    void a_provider_with_one_half_of_its_credentials_is_off() {
        assertThat(read(Map.of("GITHUB_CLIENT_ID", "id")).clients()).isEmpty();
        assertThat(read(Map.of("GITHUB_CLIENT_SECRET", "secret")).clients()).isEmpty();
        assertThat(read(Map.of("GITHUB_CLIENT_ID", " ", "GITHUB_CLIENT_SECRET", "secret"))
                        .clients())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example",
                "http://127.0.0.1.evil.example",
                "http://127.0.0.1@evil.example",
                "x",
                "http://0.0.0.0:1"
            })
    void providers_of_tests_stand_on_this_machine(String base) {
        assertThatThrownBy(() -> read(Map.of("QUEEN_PROXY_TEST_OAUTH_BASE", base)))
                .hasMessageContaining("must be a loopback address");
    }

    @Test
    void no_secret_is_printed() {
        Map<String, String> secrets =
                Map.of("GOOGLE_CLIENT_SECRET", "s3cret", "QUEEN_PROXY_OAUTH_STATE_SECRET", "t0psecret".repeat(4));
        assertThat(read(secrets).toString()).doesNotContain("s3cret", "t0psecret");
    }

    @Test
    void a_state_secret_that_can_be_guessed_starts() {
        assertThatThrownBy(() -> read(Map.of("QUEEN_PROXY_OAUTH_STATE_SECRET", "x".repeat(31))))
                .hasMessageContaining("QUEEN_PROXY_OAUTH_STATE_SECRET has 31 bytes, at least 32");
        assertThat(read(Map.of("QUEEN_PROXY_OAUTH_STATE_SECRET", "x".repeat(32)))
                        .stateSecret()
                        .isPresent())
                .isTrue();
    }
}
