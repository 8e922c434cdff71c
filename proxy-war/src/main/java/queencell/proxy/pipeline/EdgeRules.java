package queencell.proxy.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import queencell.listener.OwnAnswers;
import queencell.listener.Tokens;
import queencell.settings.InvalidSettingException;
import queencell.settings.Says;
import queencell.settings.Setting;
import queencell.web.Hsts;
import queencell.web.TrustedProxies;

/// What is judged before a request reaches its cluster, and what every answer says (pipeline, 13 and 16). Malformed
/// values end the start.
public record EdgeRules(
        @Says("Addresses or ranges whose forwarding headers are believed; the words `loopback` and `private` stand for "
                + "theirs. Empty: nobody's.")
        @Setting(env = "QUEEN_EDGE_TRUSTED_PROXIES")
        List<String> trustedProxies,

        @Says(
                "Header from which a trusted peer's client address is read; any but the default holds one address, and of several lines the last counts.")
        @Setting(env = "QUEEN_EDGE_REAL_IP_HEADER", byDefault = "x-forwarded-for")
        String realIpHeader,

        @Says("Requests a second of one address on the data path; 0 is off, because a fleet behind one NAT is one "
                + "address.")
        @Setting(env = "QUEEN_EDGE_RPS_PER_IP", byDefault = "0", min = 0, max = 1_000_000, strict = true)
        int perAddress,

        @Says("Burst of that limit.")
        @Setting(
                env = "QUEEN_EDGE_BURST_PER_IP",
                byDefault = "0",
                defaultSays = "2 x rps",
                min = 1,
                max = 1_000_000,
                strict = true)
        int addressBurst,

        @Says("Addresses that the limiter remembers at most.")
        @Setting(env = "QUEEN_EDGE_MAX_TRACKED_IPS", byDefault = "100000", min = 16, max = 10_000_000, strict = true)
        int maxTracked,

        @Says("Leading bits of an IPv6 address that count as one client.")
        @Setting(env = "QUEEN_EDGE_IPV6_PREFIX", byDefault = "64", min = 1, max = 128, strict = true)
        int ipv6Prefix,

        @Says("Beginnings of paths, with their case, whose answers may take any time at the edge.")
        @Setting(env = "QUEEN_EDGE_TIMEOUT_EXEMPT", keepsCase = true)
        List<String> timeoutExempt,

        @Says(
                "Bytes of a request body that is read at all, on whatever path: a ceiling over "
                        + "`QUEEN_PROXY_MAX_BODY_BYTES` and `QUEEN_EDGE_WEB_MAX_BODY_BYTES`. Bodies that are relayed unread have none.")
        @Setting(
                env = "QUEEN_EDGE_MAX_BODY_BYTES",
                byDefault = "67108864",
                min = 1024,
                max = 1_073_741_824,
                strict = true)
        int maxBodyBytes,

        @Says("Origins besides the own one whose pages may send with a session cookie.")
        @Setting(env = "QUEEN_PUBLIC_ORIGINS", defaultSays = "origin of `QUEEN_PROXY_PUBLIC_URL`")
        Optional<String> publicOrigins,

        @Says("`Strict-Transport-Security`: `auto` when the request came over HTTPS, `on`, `off`.")
        @Setting(env = "QUEEN_EDGE_HSTS", byDefault = "auto")
        String hsts,

        @Says("How long browsers remember that.")
        @Setting(env = "QUEEN_EDGE_HSTS_MAX_AGE_S", byDefault = "31536000", min = 0, strict = true)
        Duration hstsMaxAge) {

    public EdgeRules {
        if (!List.of("auto", "on", "off").contains(hsts)) {
            throw new InvalidSettingException(
                    "QUEEN_EDGE_HSTS is `%s`: it may be `auto`, `on` or `off`".formatted(hsts));
        }
        requireFieldName("QUEEN_EDGE_REAL_IP_HEADER", realIpHeader);
        if (realIpHeader.equalsIgnoreCase("forwarded")) {
            throw new InvalidSettingException("""
                    QUEEN_EDGE_REAL_IP_HEADER is `%s`: the pairs of that field (`for=…`) are not read, so that every \
                    client would be the balancer. Let it write `X-Forwarded-For`, or a header that holds one address, \
                    and name that one\
                    """.formatted(realIpHeader));
        }
        for (String beginning : timeoutExempt) {
            if (!beginning.startsWith("/") || !beginning.chars().allMatch(EdgeRules::mayStandInPath)) {
                throw new InvalidSettingException("""
                        QUEEN_EDGE_TIMEOUT_EXEMPT holds `%s`, which no path begins with: give beginnings of paths as \
                        requests write them, each from its first `/`, without query, blanks and `#`, other letters as \
                        `%%C3%%BC`\
                        """.formatted(beginning));
            }
        }
    }

    /// A name that no header can have would be looked for in vain, and nobody would know.
    static void requireFieldName(String setting, String name) {
        if (!Tokens.isToken(name)) {
            throw new InvalidSettingException(
                    "%s holds `%s`: give names of header fields, letters, digits and `-`".formatted(setting, name));
        }
    }

    /// A path ends where its query begins, and requests with blanks, `#` or control characters come to nothing. Bytes
    /// beyond ASCII are one letter each.
    private static boolean mayStandInPath(int letter) {
        return letter > ' ' && letter != '?' && letter != '#' && letter != 0x7f && letter <= 0xff;
    }

    /// What answers say about HTTPS.
    public Hsts hstsRule() {
        return switch (hsts) {
            case "on" -> Hsts.on(hstsMaxAge);
            case "auto" -> Hsts.auto(hstsMaxAge);
            default -> Hsts.OFF;
        };
    }

    /// Whose forwarding headers are believed.
    TrustedProxies trusted() {
        return TrustedProxies.parse("QUEEN_EDGE_TRUSTED_PROXIES", trustedProxies);
    }

    /// What the answers say that a listener gives by itself.
    public OwnAnswers ownAnswers() {
        return new OwnAnswers(hstsRule(), trusted());
    }

    int burstOrDefault() {
        return addressBurst > 0 ? addressBurst : Math.max(1, 2 * perAddress);
    }
}
