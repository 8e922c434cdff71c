package queencell.proxy.auth;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import queencell.settings.InvalidSettingException;
import queencell.settings.Says;
import queencell.settings.Secret;
import queencell.settings.Setting;
import queencell.signin.OauthClient;
import queencell.signin.Provider;
import queencell.signin.ProviderAddresses;

/// How people sign in (proxy console, 6 and 14). Read once at start.
public record AuthSettings(
        @Says("Domain whose subdomains get the session cookie too; it is then sent over HTTPS only.")
        @Setting(env = "QUEEN_PROXY_COOKIE_DOMAIN")
        Optional<String> cookieDomain,

        @Says("Whether this host signs people in for others: sign-in with a provider then needs "
                + "`QUEEN_PROXY_PUBLIC_URL`, the one address that the provider knows.")
        @Setting(env = "QUEEN_PROXY_AUTH_HOST", byDefault = "false")
        boolean authHost,

        @Says(
                "Secret that ties the way out to a provider to the way back, of 32 bytes or more; the same on every process "
                        + "that takes the way back.")
        @Setting(
                env = "QUEEN_PROXY_OAUTH_STATE_SECRET",
                defaultSays = "`QUEEN_PROXY_JWT_SECRET`, else random per process")
        Secret stateSecret,

        @Says("Client id at Google; sign-in with Google is on when the secret is set, too.")
        @Setting(env = "GOOGLE_CLIENT_ID")
        Optional<String> googleId,

        @Says("Client secret at Google.") @Setting(env = "GOOGLE_CLIENT_SECRET")
        Secret googleSecret,

        @Says("Domains whose Google accounts may sign in; empty: all.") @Setting(env = "GOOGLE_ALLOWED_DOMAINS")
        List<String> googleDomains,

        @Says("Client id at GitHub; sign-in with GitHub is on when the secret is set, too.")
        @Setting(env = "GITHUB_CLIENT_ID")
        Optional<String> githubId,

        @Says("Client secret at GitHub.") @Setting(env = "GITHUB_CLIENT_SECRET")
        Secret githubSecret,

        @Says("Domains whose e-mail addresses may sign in with GitHub; empty: all.")
        @Setting(env = "GITHUB_ALLOWED_DOMAINS")
        List<String> githubDomains,

        @Says("Whether somebody nobody knows becomes a user on the first sign-in with a provider.")
        @Setting(env = "QUEEN_PROXY_AUTOPROVISION", byDefault = "false")
        boolean autoprovision,

        @Says("Slug of the tenant that takes such people in.") @Setting(env = "QUEEN_PROXY_AUTOPROVISION_TENANT")
        Optional<String> autoprovisionTenant,

        @Says("Allows that although a provider has no list of domains, so that anybody in the world gets in.")
        @Setting(env = "QUEEN_PROXY_AUTOPROVISION_ANY_DOMAIN", byDefault = "false")
        boolean autoprovisionAnyDomain,

        @Says("Their role on every cluster of that tenant.")
        @Setting(env = "QUEEN_PROXY_DEFAULT_ROLE", byDefault = "viewer")
        String defaultRole,

        @Says("Tests only: providers of the tests' own, at a loopback address. Refused unless the proxy's own port is "
                + "bound to loopback.")
        @Setting(env = "QUEEN_PROXY_TEST_OAUTH_BASE")
        Optional<String> testBase) {

    private static final int SHORTEST_STATE_SECRET = 32;

    public AuthSettings {
        if (autoprovision) {
            checkProvisioning(
                    autoprovisionTenant,
                    autoprovisionAnyDomain,
                    googleId.isPresent() && googleSecret.isPresent() && googleDomains.isEmpty(),
                    githubId.isPresent() && githubSecret.isPresent() && githubDomains.isEmpty());
        }
        ProviderAddresses.of("QUEEN_PROXY_TEST_OAUTH_BASE", testBase);
        checkStateSecret(stateSecret);
    }

    /// Whoever begins a sign-in holds what was signed with it, and may guess for as long as he likes.
    private static void checkStateSecret(Secret secret) {
        int bytes = secret.reveal().getBytes(StandardCharsets.UTF_8).length;
        if (secret.isPresent() && bytes < SHORTEST_STATE_SECRET) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_OAUTH_STATE_SECRET has %d bytes, at least %d are needed: make one with `openssl rand -hex 32`"
                            .formatted(bytes, SHORTEST_STATE_SECRET));
        }
    }

    private static void checkProvisioning(
            Optional<String> tenant, boolean anyDomain, boolean googleOpen, boolean githubOpen) {
        if (tenant.filter(slug -> !slug.isBlank()).isEmpty()) {
            throw new InvalidSettingException("QUEEN_PROXY_AUTOPROVISION is true without"
                    + " QUEEN_PROXY_AUTOPROVISION_TENANT: give the slug of the tenant that takes new people in");
        }
        if ((googleOpen || githubOpen) && !anyDomain) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_AUTOPROVISION is true while %s is empty: anybody in the world would get in. List domains,"
                                    .formatted(googleOpen ? "GOOGLE_ALLOWED_DOMAINS" : "GITHUB_ALLOWED_DOMAINS")
                            + " or set QUEEN_PROXY_AUTOPROVISION_ANY_DOMAIN=true if that is meant");
        }
    }

    ProviderAddresses addresses() {
        return ProviderAddresses.of("QUEEN_PROXY_TEST_OAUTH_BASE", testBase);
    }

    /// The providers that are configured, Google first.
    List<OauthClient> clients() {
        return Stream.of(
                        OauthClient.of(Provider.GOOGLE, googleId, googleSecret, googleDomains),
                        OauthClient.of(Provider.GITHUB, githubId, githubSecret, githubDomains))
                .flatMap(Optional::stream)
                .toList();
    }
}
