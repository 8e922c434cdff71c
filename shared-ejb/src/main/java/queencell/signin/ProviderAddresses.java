package queencell.signin;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import queencell.settings.InvalidSettingException;

/// Where the providers answer. Constants, but for tests, which bring providers of their own.
public record ProviderAddresses(
        URI googleAuthorize,
        URI googleToken,
        URI googleKeys,
        URI githubAuthorize,
        URI githubToken,
        URI githubUser,
        URI githubEmails) {
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

    public static ProviderAddresses real() {
        return new ProviderAddresses(
                URI.create("https://accounts.google.com/o/oauth2/v2/auth"),
                URI.create("https://oauth2.googleapis.com/token"),
                URI.create("https://www.googleapis.com/oauth2/v3/certs"),
                URI.create("https://github.com/login/oauth/authorize"),
                URI.create("https://github.com/login/oauth/access_token"),
                URI.create("https://api.github.com/user"),
                URI.create("https://api.github.com/user/emails"));
    }

    /// Those of tests where they are given, else the real ones.
    ///
    /// @param setting named in the text of a failure
    /// @throws InvalidSettingException when they are not on this machine: whoever answers there says who people are
    public static ProviderAddresses of(String setting, Optional<String> testBase) {
        testBase.ifPresent(base -> checkLoopback(setting, base));
        return testBase.map(ProviderAddresses::under).orElseGet(ProviderAddresses::real);
    }

    private static void checkLoopback(String setting, String base) {
        String host;
        try {
            host = URI.create(base).getHost();
        } catch (IllegalArgumentException noUrl) {
            host = null;
        }
        if (host == null || !LOOPBACK.contains(host)) {
            throw new InvalidSettingException(
                    "%s is `%s`: it is for tests and must be a loopback address".formatted(setting, base));
        }
    }

    /// All of them at one address, under the paths of [#real].
    ///
    /// @param base without a trailing slash, e.g. `http://127.0.0.1:8123`
    public static ProviderAddresses under(String base) {
        return new ProviderAddresses(
                URI.create(base + "/google/o/oauth2/v2/auth"),
                URI.create(base + "/google/token"),
                URI.create(base + "/google/oauth2/v3/certs"),
                URI.create(base + "/github/login/oauth/authorize"),
                URI.create(base + "/github/login/oauth/access_token"),
                URI.create(base + "/github/user"),
                URI.create(base + "/github/user/emails"));
    }
}
