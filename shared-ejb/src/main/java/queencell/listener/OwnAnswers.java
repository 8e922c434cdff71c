package queencell.listener;

import java.net.InetAddress;
import java.util.Optional;
import queencell.web.Hsts;
import queencell.web.TrustedProxies;

/// What the answers that a listener gives by itself say about HTTPS: the same as the application's, as far as the
/// head of the request is known (pipeline, 13). Immutable.
///
/// @param trusted whose `X-Forwarded-Proto` is believed
public record OwnAnswers(Hsts hsts, TrustedProxies trusted) {

    /// Without a word about HTTPS.
    public static final OwnAnswers SILENT = new OwnAnswers(Hsts.OFF, TrustedProxies.NOBODY);

    /// The value of [Hsts#HEADER], if it is to be said.
    ///
    /// @param secure whether the connection itself is encrypted
    /// @param known what was read of the head; none before it was whole
    Optional<String> hsts(boolean secure, InetAddress peer, InboundHeaders known) {
        return hsts.of(Inbound.isHttps(trusted, secure, peer, known));
    }
}
