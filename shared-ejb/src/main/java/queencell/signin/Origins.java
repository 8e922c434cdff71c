package queencell.signin;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Which pages may send something with a session cookie (pipeline, 13). Immutable.
///
/// @param allowed origins besides our own, such as `https://console.example.com`
public record Origins(List<String> allowed) {

    public Origins {
        allowed =
                allowed.stream().map(origin -> origin.toLowerCase(Locale.ROOT)).toList();
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
    /// without
    /// a cookie, so that no foreign page can sign somebody in; a program shows nothing and carries no cookie.
    ///
    /// @param carriesSession whether a session cookie came along
    public boolean admitToPages(
            String host, boolean https, String origin, String referer, String secFetchSite, boolean carriesSession) {
        boolean showsNothing = origin.isEmpty() && referer.isEmpty() && secFetchSite.isEmpty();
        return showsNothing ? !carriesSession : vouchFor(host, https, origin, referer, secFetchSite);
    }

    private static String originOf(String url) {
        int scheme = url.indexOf("://");
        int path = scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
        return path < 0 ? url : url.substring(0, path);
    }
}
