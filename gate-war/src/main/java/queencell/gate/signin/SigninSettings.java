package queencell.gate.signin;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import queencell.settings.InvalidSettingException;
import queencell.settings.Says;
import queencell.settings.Secret;
import queencell.settings.Setting;
import queencell.signin.ProviderAddresses;

/// How people sign in on the public port (runtime, 18). Read once at start.
public record SigninSettings(
        @Says("Client id at Google; unset is no sign-in with Google. With it, the three below are required.")
        @Setting(env = "GOOGLE_CLIENT_ID")
        Optional<String> googleId,

        @Says("Client secret at Google.") @Setting(env = "GOOGLE_CLIENT_SECRET")
        Secret googleSecret,

        @Says("Domains whose accounts may sign in: an account's organisation or its address must be in one of them.")
        @Setting(env = "GOOGLE_ALLOWED_DOMAINS")
        List<String> googleDomains,

        @Says("Secret that signs sessions, 32 bytes or more; a new one signs everybody out. The same on every replica.")
        @Setting(env = "GATE_SESSION_SECRET")
        Secret sessionSecret,

        @Says(
                "Tests only: a provider of the tests' own, at a loopback address. Refused unless GATE_PUBLIC_BIND is one.")
        @Setting(env = "GATE_TEST_OAUTH_BASE")
        Optional<String> testBase) {
    private static final int SHORTEST_SECRET_BYTES = 32;

    public SigninSettings {
        if (googleId.isPresent()) {
            check(googleSecret, googleDomains, sessionSecret);
        }
        ProviderAddresses.of("GATE_TEST_OAUTH_BASE", testBase);
    }

    private static void check(Secret googleSecret, List<String> googleDomains, Secret sessionSecret) {
        if (!googleSecret.isPresent()) {
            throw new InvalidSettingException(
                    "GOOGLE_CLIENT_ID is set without GOOGLE_CLIENT_SECRET: give both, or neither for no sign-in");
        }
        if (googleDomains.isEmpty()) {
            throw new InvalidSettingException("GOOGLE_CLIENT_ID is set without GOOGLE_ALLOWED_DOMAINS: every Google"
                    + " account in the world could sign in. List the domains whose accounts may");
        }
        int bytes = sessionSecret.reveal().getBytes(StandardCharsets.UTF_8).length;
        if (!sessionSecret.isPresent() || bytes < SHORTEST_SECRET_BYTES) {
            throw new InvalidSettingException(
                    "GATE_SESSION_SECRET has %d bytes: with GOOGLE_CLIENT_ID it needs at least %d, for example `openssl rand -base64 48`"
                            .formatted(bytes, SHORTEST_SECRET_BYTES));
        }
    }

    ProviderAddresses addresses() {
        return ProviderAddresses.of("GATE_TEST_OAUTH_BASE", testBase);
    }
}
