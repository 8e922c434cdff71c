package queencell.proxy.auth;

import static queencell.log.Field.field;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import queencell.log.EventLog;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.Role;
import queencell.proxy.access.Users.Provisioning;
import queencell.signin.CookieRules;
import queencell.signin.GithubFlow;
import queencell.signin.GoogleFlow;
import queencell.signin.GoogleKeys;
import queencell.signin.LoginGuard;
import queencell.signin.LoginSettings;
import queencell.signin.OauthClient;
import queencell.signin.OauthFlow;
import queencell.signin.OauthState;
import queencell.signin.Outbound;
import queencell.signin.Passwords;
import queencell.signin.Provider;
import queencell.signin.ProviderAddresses;
import queencell.signin.SessionMint;
import queencell.signin.StartHost;
import queencell.signin.TokenKeys;
import queencell.signin.TokenSettings;

/// What signing in needs, made once from the settings. Thread-safe.
public final class Signin implements AutoCloseable {
    private static final EventLog LOG = EventLog.of("auth");

    private final Passwords passwords = new Passwords();
    private final Outbound outbound = new Outbound();
    private final LoginGuard guard;
    private final Optional<SessionMint> mint;
    private final SequencedMap<Provider, OauthFlow> flows = new LinkedHashMap<>();
    private final CookieRules sessionCookie;
    private final Optional<Provisioning> provisioning;
    private final Optional<String> publicUrl;
    private final boolean authHost;

    /// Every record that steers it.
    public record Settings(AuthSettings auth, AccessSettings access, TokenSettings tokens, LoginSettings login) {}

    public Signin(Settings settings, TokenKeys keys, InstantSource clock) {
        AuthSettings auth = settings.auth();
        this.guard = new LoginGuard(settings.login(), System::nanoTime);
        this.mint = SessionMint.of(keys, settings.tokens(), clock);
        this.sessionCookie = new CookieRules(settings.access().cookieName(), "/", auth.cookieDomain());
        this.publicUrl = settings.tokens().publicUrl().map(url -> url.replaceAll("/+$", ""));
        this.authHost = auth.authHost();
        this.provisioning = Optional.of(auth)
                .filter(AuthSettings::autoprovision)
                .map(on ->
                        new Provisioning(on.autoprovisionTenant().orElseThrow().strip(), roleOf(on.defaultRole())));
        makeFlows(auth, settings.tokens(), clock);
    }

    private void makeFlows(AuthSettings auth, TokenSettings tokens, InstantSource clock) {
        List<OauthClient> clients = auth.clients();
        if (clients.isEmpty()) {
            return;
        }
        ProviderAddresses addresses = auth.addresses();
        var states = new OauthState(stateKey(auth, tokens), clock);
        var googleKeys = new GoogleKeys(outbound, addresses.googleKeys(), System::nanoTime);
        for (OauthClient client : clients) {
            flows.put(
                    client.provider(),
                    switch (client.provider()) {
                        case GOOGLE ->
                            new GoogleFlow(client, addresses, states, outbound, googleKeys, onlyDomain(client));
                        case GITHUB -> new GithubFlow(client, addresses, states, outbound);
                    });
        }
        if (publicUrl.isEmpty()) {
            LOG.warn(
                    "public_url_unset",
                    field(
                            "effect",
                            "the address that a provider sends people back to follows the Host of each request"),
                    field("fix", "set QUEEN_PROXY_PUBLIC_URL"));
        }
    }

    private static Optional<String> onlyDomain(OauthClient client) {
        return client.allowedDomains().size() == 1
                ? Optional.of(client.allowedDomains().getFirst())
                : Optional.empty();
    }

    private static byte[] stateKey(AuthSettings auth, TokenSettings tokens) {
        if (auth.stateSecret().isPresent()) {
            return auth.stateSecret().reveal().getBytes(StandardCharsets.UTF_8);
        }
        if (tokens.secret().isPresent()) {
            return tokens.secret().reveal().getBytes(StandardCharsets.UTF_8);
        }
        LOG.warn(
                "oauth_state_secret_unset",
                field("effect", "a sign-in must come back to the process that it left from"),
                field("fix", "set QUEEN_PROXY_OAUTH_STATE_SECRET"));
        return OauthState.randomKey();
    }

    private static Role roleOf(String word) {
        return Role.parse(word).orElseGet(() -> {
            LOG.warn("default_role_unknown", field("given", word), field("used", Role.VIEWER.wireName()));
            return Role.VIEWER;
        });
    }

    public Passwords passwords() {
        return passwords;
    }

    LoginGuard guard() {
        return guard;
    }

    /// Empty when no key signs sessions here.
    Optional<SessionMint> mint() {
        return mint;
    }

    Optional<OauthFlow> flow(Provider provider) {
        return Optional.ofNullable(flows.get(provider));
    }

    /// In the order of the login page's buttons.
    List<Provider> providers() {
        return List.copyOf(flows.sequencedKeySet());
    }

    Optional<Provisioning> provisioning() {
        return provisioning;
    }

    CookieRules sessionCookie() {
        return sessionCookie;
    }

    /// Binds the browser to a sign-in that is under way; it never leaves this host.
    CookieRules oauthCookie() {
        return new CookieRules("queen_oauth", "/auth", Optional.empty());
    }

    /// Where a sign-in has to begin; anywhere, without a public address.
    Optional<StartHost> startHost() {
        return publicUrl.map(StartHost::new);
    }

    /// Where providers send people back to.
    ///
    /// @param ownOrigin scheme and host of this request
    String callback(Provider provider, String ownOrigin) {
        String base = publicUrl.orElseGet(() -> {
            if (authHost) {
                throw WebRefusals.misconfigured("QUEEN_PROXY_AUTH_HOST needs QUEEN_PROXY_PUBLIC_URL");
            }
            return ownOrigin;
        });
        return base + "/auth/" + provider.wireName() + "/callback";
    }

    @Override
    public void close() {
        passwords.close();
        outbound.close();
    }
}
