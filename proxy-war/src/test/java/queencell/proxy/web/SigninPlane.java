package queencell.proxy.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.signin.provider.Browser;
import queencell.signin.provider.GithubSite;
import queencell.signin.provider.GoogleSite;
import queencell.signin.provider.ProviderServer;
import queencell.signin.provider.Visit;

/// A proxy whose people come from a Google and a GitHub on this machine; browsers know it as `http://auth.test`.
public final class SigninPlane implements AutoCloseable {
    public static final String URL = "http://auth.test";

    private final ProviderServer providers = new ProviderServer();
    private final WebPlane plane;

    /// @param more settings, over those of a proxy with both providers
    public SigninPlane(Map<String, String> more) {
        this(more, PxdbServer.running().pxdb());
    }

    /// @param pxdb closed with the plane
    public SigninPlane(Map<String, String> more, Pxdb pxdb) {
        var settings = new HashMap<>(Map.of(
                "GOOGLE_CLIENT_ID", GoogleSite.CLIENT,
                "GOOGLE_CLIENT_SECRET", GoogleSite.SECRET,
                "GITHUB_CLIENT_ID", GithubSite.CLIENT,
                "GITHUB_CLIENT_SECRET", GithubSite.SECRET,
                "QUEEN_PROXY_TEST_OAUTH_BASE", providers.base()));
        settings.putAll(more);
        plane = new WebPlane(settings, Optional.of(pxdb));
        providers.google().register(URL + "/auth/google/callback");
        providers.github().register(URL + "/auth/github/callback");
    }

    public WebPlane plane() {
        return plane;
    }

    public ProviderServer providers() {
        return providers;
    }

    public GoogleSite google() {
        return providers.google();
    }

    public GithubSite github() {
        return providers.github();
    }

    /// One that knows the proxy and the providers, with no cookies.
    public Browser browser() {
        return new Browser()
                .knowing("auth.test", plane.address())
                .knowing("127.0.0.1:" + providers.address().getPort(), providers.address());
    }

    /// Presses the button of a provider; the browser ends at the page it wanted.
    public Visit signIn(Browser browser, String provider) {
        return browser.open(URL + "/auth/" + provider + "?next=/auth/me");
    }

    /// The address that the provider sends the browser back to.
    public static String wayBack(Browser browser, String provider) {
        Visit out = browser.step(URL + "/auth/" + provider + "?next=/auth/me");
        assertThat(out.status()).as(out.body()).isEqualTo(302);
        return browser.step(out.header("location")).header("location");
    }

    /// Who the browser is to the proxy; empty for nobody.
    public static String whoIs(Browser browser) {
        Visit me = browser.fetch("GET", URL + "/auth/me");
        return me.status() == 200 ? me.body().replaceAll(".*\"email\":\"([^\"]+)\".*", "$1") : "";
    }

    @Override
    public void close() {
        plane.close();
        providers.close();
    }
}
