package queencell.proxy.auth;

import jakarta.ws.rs.container.ContainerRequestContext;
import queencell.proxy.access.Credential;
import queencell.proxy.access.HeaderText;
import queencell.proxy.cluster.HostName;
import queencell.web.Caller;
import queencell.web.Heads;

/// What the surfaces for people read of a request's head.
///
/// @param actAs the cluster it wants to act on; empty if it names none
public record WebRequest(
        Caller caller, String hostHeader, String actAs, String authorization, String cookies, String secFetchMode) {

    public static WebRequest of(ContainerRequestContext request) {
        return new WebRequest(
                Caller.of(request),
                Heads.first(request, "host"),
                HeaderText.of(Heads.first(request, "x-queen-act-cluster")).strip(),
                Heads.first(request, "authorization"),
                Heads.cookies(request),
                Heads.first(request, "sec-fetch-mode"));
    }

    public HostName host() {
        return HostName.parse(HeaderText.of(hostHeader));
    }

    /// Scheme and host under which the client reached us.
    public String origin() {
        return (caller.https() ? "https://" : "http://") + hostHeader;
    }

    /// What an API request shows (pipeline, 6.1).
    public Credential credential(String cookieName) {
        return Credential.ofApiRequest(authorization, secFetchMode, cookies, cookieName);
    }

    /// What a page request shows: navigating is what one does with pages.
    public Credential page(String cookieName) {
        return Credential.ofPageRequest(authorization, cookies, cookieName);
    }

    /// The credential in `Authorization` alone.
    public Credential bearer(String cookieName) {
        return Credential.ofApiRequest(authorization, "", "", cookieName);
    }

    /// The browser's cookie alone, however the request came about.
    public Credential cookie(String cookieName) {
        return Credential.ofPageRequest("", cookies, cookieName);
    }

    @Override
    public String toString() {
        return "WebRequest[" + hostHeader + "]";
    }
}
