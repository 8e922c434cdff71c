package queencell.gate.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;
import queencell.signin.EmailAddress;
import queencell.signin.OauthFlow;
import queencell.signin.Provider;
import queencell.signin.ProviderAccount;
import queencell.web.RefusedException;

class GateSigninTest {
    private static final Map<String, String> COMPLETE = Map.of(
            "GOOGLE_CLIENT_ID", "client",
            "GOOGLE_CLIENT_SECRET", "s3cret",
            "GOOGLE_ALLOWED_DOMAINS", "acme.example",
            "GATE_SESSION_SECRET", "a session secret of more than 32 bytes");
    private static final OauthFlow.Arrival ARRIVAL = new OauthFlow.Arrival(
            new ProviderAccount(Provider.GOOGLE, "4711", new EmailAddress("ops@acme.example")), "/");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T10:00:00Z"));

    private static SigninSettings read(Map<String, String> environment) {
        return SettingsReader.of(environment).read(SigninSettings.class);
    }

    private static Map<String, String> with(String name, String value) {
        var changed = new HashMap<>(COMPLETE);
        changed.put(name, value);
        return changed;
    }

    private GateSignin signin(String publicUrl) {
        return GateSignin.of(read(COMPLETE), publicUrl, now::get).orElseThrow();
    }

    private static String valueOf(String setCookie) {
        return setCookie.substring(0, setCookie.indexOf(';'));
    }

    @Test
    void a_half_configured_google_ends_the_start_and_names_what_is_missing() {
        for (String name : new String[] {"GOOGLE_CLIENT_SECRET", "GOOGLE_ALLOWED_DOMAINS", "GATE_SESSION_SECRET"}) {
            assertThatThrownBy(() -> read(with(name, "")))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining(name);
        }
        assertThatThrownBy(() -> read(with("GATE_SESSION_SECRET", "x".repeat(31))))
                .hasMessageContaining("31 bytes")
                .hasMessageNotContaining("xxx");
        assertThatThrownBy(() -> read(with("GATE_TEST_OAUTH_BASE", "http://evil.example")))
                .hasMessageContaining("loopback");
        assertThat(GateSignin.of(read(Map.of("GATE_SESSION_SECRET", "short")), "http://gate.test", now::get))
                .isEmpty();
        assertThat(read(COMPLETE).toString()).doesNotContain("s3cret", "a session secret");
    }

    @Test
    void behind_https_no_cookie_travels_in_the_open() {
        try (GateSignin https = signin("https://gate.example/");
                GateSignin http = signin("http://gate.test")) {
            assertThat(https.sessionCookie(ARRIVAL)).endsWith("; Max-Age=28800; Secure");
            assertThat(https.wayCookie("x")).endsWith("; Secure");
            assertThat(https.clearedWayCookie()).endsWith("; Secure");
            assertThat(http.sessionCookie(ARRIVAL)).doesNotContain("Secure");
            assertThat(https.depart("/").location())
                    .contains("redirect_uri=https%3A%2F%2Fgate.example%2Fapi%2Fauth%2Fgoogle%2Fcallback");
        }
    }

    @Test
    void a_session_ends_after_eight_hours_and_with_the_secret() {
        try (GateSignin signin = signin("http://gate.test")) {
            String cookie = valueOf(signin.sessionCookie(ARRIVAL));
            now.updateAndGet(before -> before.plus(Duration.ofHours(8)).minusSeconds(1));
            assertThat(signin.session("a=b; " + cookie)).hasValueSatisfying(session -> {
                assertThat(session.email().folded()).isEqualTo("ops@acme.example");
                assertThat(session.expiresAt()).isEqualTo(now.get().plusSeconds(1));
            });
            try (GateSignin rotated = GateSignin.of(
                            read(with("GATE_SESSION_SECRET", "another secret of more than 32 bytes")),
                            "http://gate.test",
                            now::get)
                    .orElseThrow()) {
                assertThat(rotated.session(cookie)).isEmpty();
            }
            now.updateAndGet(before -> before.plusSeconds(1));
            assertThat(signin.session(cookie)).isEmpty();
        }
    }

    @Test
    void a_sign_in_that_took_longer_than_five_minutes_starts_again() {
        try (GateSignin signin = signin("http://gate.test")) {
            OauthFlow.Departure out = signin.depart("/");
            String state = out.location().replaceAll(".*[?&]state=([^&]+).*", "$1");
            now.updateAndGet(before -> before.plusSeconds(300));
            assertThatThrownBy(() -> signin.arrive(state, out.cookie(), Optional.of("c")))
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.code()).isEqualTo("invalid_state"));
        }
    }
}
