package queencell.signin;

import java.net.Inet4Address;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import queencell.address.ServerAddress;
import queencell.settings.InvalidSettingException;

/// Which pages may send something with a session cookie (pipeline, 13). Immutable.
///
/// @param allowed origins besides our own, such as `https://console.example.com`
public record Origins(List<String> allowed) {
    private static final Pattern ADDRESS =
            Pattern.compile("(https?)://([^/?#@\\s]+)(?:[/?#].*)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)\\.?");

    public Origins {
        allowed = allowed.stream().map(Origins::originOf).toList();
    }

    /// @param setting named in the text of a failure
    /// @param addresses origins, or addresses of pages there
    /// @throws InvalidSettingException when one of them is none: `null`, say, would let in every sandboxed page,
    /// and what no browser ever sends would be compared in vain
    public static Origins parse(String setting, List<String> addresses) {
        for (String address : addresses) {
            if (originSentFrom(address).isEmpty()) {
                throw new InvalidSettingException("%s holds `%s`, whose origin no browser sends: %s"
                        .formatted(setting, address, wayOut(address)));
            }
        }
        return new Origins(addresses);
    }

    /// Whether a request with a session cookie and an unsafe method comes from a page of ours.
    ///
    /// `Origin` decides, else `Referer`, else `Sec-Fetch-Site`; with none of the three nothing vouches for it.
    ///
    /// @param https whether the client speaks HTTPS to us; likewise the other headers, empty if absent
    public boolean vouchFor(String host, boolean https, String origin, String referer, String secFetchSite) {
        Optional<String> shown = Optional.of(origin)
                .filter(text -> !text.isEmpty())
                .or(() -> Optional.of(referer).filter(text -> !text.isEmpty()).map(Origins::originOf));
        if (shown.isPresent()) {
            String page = shown.get().toLowerCase(Locale.ROOT);
            return page.equals((https ? "https://" : "http://") + host.toLowerCase(Locale.ROOT))
                    || allowed.contains(page);
        }
        return secFetchSite.equals("same-origin");
    }

    /// As [#vouchFor] for our own pages and their API (proxy console, 12.2): whatever is shown must be ours, even
    /// without a cookie, so that no foreign page can sign somebody in. A program shows nothing and carries none.
    ///
    /// @param carriesSession whether a session cookie came along
    public boolean admitToPages(
            String host, boolean https, String origin, String referer, String secFetchSite, boolean carriesSession) {
        boolean showsNothing = origin.isEmpty() && referer.isEmpty() && secFetchSite.isEmpty();
        return showsNothing ? !carriesSession : vouchFor(host, https, origin, referer, secFetchSite);
    }

    private static String wayOut(String address) {
        return Place.of(address)
                .flatMap(Place::withCanonicalIpv6)
                .map(place -> "browsers write it `%s`".formatted(place.origin()))
                .orElse("""
                        give scheme, host and, if need be, a port from 1 to 65535, such as \
                        https://console.example.com; no wildcard, IPv4 as four numbers, other letters as `xn--`, a \
                        list with `,`\
                        """);
    }

    private static String originOf(String url) {
        return originSentFrom(url).orElseGet(() -> url.toLowerCase(Locale.ROOT));
    }

    /// @return empty where no page can have this address
    private static Optional<String> originSentFrom(String url) {
        return Place.of(url)
                .filter(place -> mayServePages(place.server().host()))
                .map(Place::origin);
    }

    /// Browsers take a name that ends in a number for an IPv4 address and write all four parts of it, and they write
    /// IPv6 in one way only.
    private static boolean mayServePages(String host) {
        if (host.contains(":")) {
            return Ipv6Text.canonical(host).filter(host::equals).isPresent();
        }
        if (!ENDS_IN_NUMBER.matcher(host).matches()) {
            return true;
        }
        try {
            return Inet4Address.ofLiteral(host).getHostAddress().equals(host);
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }

    /// Where a page comes from, in lower case.
    private record Place(String scheme, ServerAddress server) {

        static Optional<Place> of(String url) {
            Matcher address = ADDRESS.matcher(url.toLowerCase(Locale.ROOT));
            if (!address.matches()) {
                return Optional.empty();
            }
            String scheme = address.group(1);
            try {
                return ServerAddress.of(new URI(scheme + "://" + address.group(2)))
                        .map(server -> new Place(scheme, server));
            } catch (URISyntaxException unreadable) {
                return Optional.empty();
            }
        }

        /// As browsers write it: a port only where it is not the scheme's own.
        String origin() {
            int own = scheme.equals("https") ? 443 : 80;
            return scheme + "://" + server.written()
                    + (server.port() == -1 || server.port() == own ? "" : ":" + server.port());
        }

        Optional<Place> withCanonicalIpv6() {
            return Optional.of(server.host())
                    .filter(host -> host.contains(":"))
                    .flatMap(Ipv6Text::canonical)
                    .map(host -> new Place(scheme, new ServerAddress(host, server.port(), false)));
        }
    }
}
