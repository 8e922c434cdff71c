package queencell.signin;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import queencell.address.ServerAddress;
import queencell.web.Heads;

/// The host on which a sign-in with a provider begins (proxy console, 6.2). A browser brings a cookie back only to the
/// host that set it, and the provider sends people to the public address: whoever begins at another host is sent there
/// first. Immutable.
public final class StartHost {
    /// Query parameter of a request that was sent here. A balancer may show another `Host` than the browser does, and
    /// would send it round for ever.
    public static final String SENT = "sent";

    private final String publicUrl;
    private final String host;

    /// @param publicUrl without a slash at its end
    public StartHost(String publicUrl) {
        this.publicUrl = publicUrl;
        this.host = hostOf(publicUrl);
    }

    /// The answer to a sign-in that began elsewhere: 302 to the right host. Empty for one that may begin here.
    ///
    /// @param sent [#SENT] of the request, `null` where it has none
    /// @param path of the request, from `/`
    /// @param next where the person wants to be in the end
    public Optional<Response> answer(ContainerRequestContext request, String sent, String path, String next) {
        if (sent != null) {
            return Optional.empty();
        }
        return insteadOf(Heads.first(request, "host"), path, next)
                .map(elsewhere -> Response.status(302)
                        .header("Location", elsewhere)
                        .header("Cache-Control", "no-store")
                        .build());
    }

    /// Where to begin instead; empty for a request that came to the right host, or to one that cannot be read.
    ///
    /// @param hostHeader of the request
    /// @param path of the request, from `/`
    /// @param next where the person wants to be in the end
    Optional<String> insteadOf(String hostHeader, String path, String next) {
        String shown = hostOf("http://" + hostHeader);
        if (shown.isEmpty() || shown.equals(host)) {
            return Optional.empty();
        }
        return Optional.of(
                "%s%s?next=%s&%s=1".formatted(publicUrl, path, URLEncoder.encode(next, StandardCharsets.UTF_8), SENT));
    }

    /// In one form; ports are nothing to cookies.
    private static String hostOf(String url) {
        try {
            return ServerAddress.of(new URI(url))
                    .map(server -> server.host().toLowerCase(Locale.ROOT).replaceAll("\\.$", ""))
                    .orElse("");
        } catch (URISyntaxException unreadable) {
            return "";
        }
    }
}
