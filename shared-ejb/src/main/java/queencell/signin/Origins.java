package queencell.signin;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import queencell.settings.InvalidSettingException;

/// Which pages may send something with a session cookie (pipeline, 13). Immutable.
///
/// @param allowed origins besides our own, such as `https://console.example.com`
public record Origins(List<String> allowed) {
    private static final Pattern ADDRESS =
            Pattern.compile("(https?)://([^/?#@\\s]+)(?:[/?#].*)?", Pattern.CASE_INSENSITIVE);

    public Origins {
        allowed = allowed.stream().map(Origins::originOf).toList();
    }

    /// @param setting named in the text of a failure
    /// @param addresses origins, or addresses of pages there
    /// @throws InvalidSettingException when one of them is none: `null`, say, would let in every sandboxed page
    public static Origins parse(String setting, List<String> addresses) {
        for (String address : addresses) {
            if (!ADDRESS.matcher(address).matches()) {
                throw new InvalidSettingException(
                        "%s holds `%s`: give addresses with their scheme, such as https://console.example.com"
                                .formatted(setting, address));
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

    /// Scheme, host and port as browsers write them: in lower case, a port only where it is not the scheme's own.
    private static String originOf(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        Matcher address = ADDRESS.matcher(lower);
        if (!address.matches()) {
            return lower;
        }
        String scheme = address.group(1);
        String host = address.group(2);
        String own = scheme.equals("https") ? ":443" : ":80";
        return scheme + "://" + (host.endsWith(own) ? host.substring(0, host.length() - own.length()) : host);
    }
}
