package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;

class GateSettingsTest {

    private static GateSettings read(Map<String, String> environment) {
        return GateSettings.read(SettingsReader.of(environment));
    }

    @Test
    void defaults_are_those_of_the_specification() {
        GateSettings settings = read(Map.of());

        assertThat(settings.broker().url()).isEqualTo("http://localhost:6632");
        assertThat(settings.api().bind()).isEqualTo("0.0.0.0:8788");
        assertThat(settings.api().publicBind()).isEmpty();
        assertThat(settings.api().publicUrl()).isEqualTo("http://localhost:8790");
        assertThat(settings.api().cellBind()).isEqualTo("127.0.0.1:8799");
        assertThat(settings.api().maxPushBodyBytes()).isEqualTo(8_388_608);
        assertThat(settings.graph().kvNamespace()).isEqualTo("gate");
        assertThat(settings.graph().compileOptions().batch()).isEqualTo(200);
        assertThat(settings.graph().compileOptions().concurrency()).isEmpty();
        assertThat(settings.graph().reconcileSeconds()).isEqualTo(15);
        assertThat(settings.graph().retryLimit()).isEqualTo(3);
        assertThat(settings.stage().leaseSeconds()).isEqualTo(10);
        assertThat(settings.stage().pollTimeoutSeconds()).isEqualTo(30);
        assertThat(settings.stage().maxPark()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.stage().interiorSeedSkewSeconds()).isEqualTo(120);
    }

    @Test
    void a_short_lease_is_renewed_before_it_ends() {
        assertThat(read(Map.of("GATE_LEASE_SECONDS", "2")).stage().renewEvery()).isEqualTo(Duration.ofMillis(666));
        assertThat(read(Map.of("GATE_LEASE_SECONDS", "60")).stage().renewEvery())
                .isEqualTo(Duration.ofSeconds(3));
    }

    /// The scheme of a URL has no case: cookies and the development identity must see that it is https.
    @Test
    void https_in_capitals_is_https() {
        assertThat(read(Map.of("GATE_PUBLIC_URL", "HTTPS://Gate.example")).api().publicUrl())
                .isEqualTo("https://Gate.example");
        assertThatThrownBy(() -> read(Map.of("GATE_DEV_EMAIL", "a@b.c", "GATE_PUBLIC_URL", "HTTPS://gate.example")))
                .hasMessageContaining("GATE_DEV_EMAIL");
    }

    @Test
    void the_development_identity_must_not_stand_behind_https() {
        assertThatThrownBy(() -> read(Map.of("GATE_DEV_EMAIL", "a@b.c", "GATE_PUBLIC_URL", "https://gate.example")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("GATE_DEV_EMAIL")
                .hasMessageContaining("https://gate.example");
    }

    @Test
    void a_public_listener_that_nobody_can_sign_in_to_stops_the_start() {
        assertThatThrownBy(() -> read(Map.of("GATE_PUBLIC_BIND", "127.0.0.1:0")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("GATE_PUBLIC_BIND");
    }

    @Test
    void a_google_of_tests_must_not_be_believed_by_a_gate_that_others_can_reach() {
        var settings = new HashMap<>(Map.of(
                "GOOGLE_CLIENT_ID", "id",
                "GOOGLE_CLIENT_SECRET", "s",
                "GOOGLE_ALLOWED_DOMAINS", "acme.example",
                "GATE_SESSION_SECRET", "x".repeat(32),
                "GATE_TEST_OAUTH_BASE", "http://127.0.0.1:9",
                "GATE_PUBLIC_BIND", "0.0.0.0:0"));
        assertThatThrownBy(() -> read(settings))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("GATE_TEST_OAUTH_BASE")
                .hasMessageContaining("0.0.0.0:0");
        settings.put("GATE_PUBLIC_BIND", "127.0.0.1:0");
        assertThat(read(settings).signin().googleId()).contains("id");
    }

    @Test
    void a_namespace_that_the_broker_refuses_stops_the_start() {
        assertThatThrownBy(() -> read(Map.of("GATE_KV_NAMESPACE", "Gate Prod")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("`Gate Prod`");
    }
}
