package queencell.proxy.pipeline;

import queencell.listener.Inbound;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.Credential;
import queencell.proxy.access.HeaderText;
import queencell.proxy.cluster.HostName;

/// Reads what every step needs of the head; used by the planner and the first filter alike.
final class Heads {

    private Heads() {}

    /// Names nothing if the header is absent or no text (pipeline, 3.1).
    static HostName hostOf(Inbound inbound) {
        return HostName.parse(HeaderText.of(inbound.headers().first("host").orElse("")));
    }

    static Credential credentialOf(Inbound inbound, AccessSettings settings) {
        var headers = inbound.headers();
        return Credential.ofApiRequest(
                headers.first("authorization").orElse(""),
                headers.first("sec-fetch-mode").orElse(""),
                cookiesOf(inbound),
                settings.cookieName());
    }

    static String cookiesOf(Inbound inbound) {
        return queencell.web.Heads.cookies(inbound.headers().all("cookie"));
    }

    /// The cluster that the caller wants to act on; empty if the header is absent, blank or no text (pipeline, 3.2).
    static String actAsOf(Inbound inbound) {
        return HeaderText.of(inbound.headers().first("x-queen-act-cluster").orElse(""))
                .strip();
    }
}
