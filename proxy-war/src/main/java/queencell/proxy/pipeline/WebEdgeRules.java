package queencell.proxy.pipeline;

import java.util.List;
import queencell.settings.Says;
import queencell.settings.Setting;
import queencell.signin.Origins;

/// What is judged first on the surfaces for people: `/auth`, `/api/console`, `/api/operator`, `/console` (proxy
/// console, 12). Malformed values end the start.
public record WebEdgeRules(
        @Says("Requests a second of one address on the surfaces for people; 0 is off.")
        @Setting(env = "QUEEN_EDGE_WEB_RPS_PER_IP", byDefault = "20", min = 0, max = 1_000_000, strict = true)
        int perAddress,

        @Says("Burst of that limit.")
        @Setting(env = "QUEEN_EDGE_WEB_BURST_PER_IP", byDefault = "60", min = 1, max = 1_000_000, strict = true)
        int addressBurst,

        @Says("Origins whose pages may call these surfaces by script; `*` is every one, but without credentials. Those "
                + "that may also write stand in `QUEEN_PUBLIC_ORIGINS` as well. Empty: none.")
        @Setting(env = "QUEEN_EDGE_CORS_ORIGINS")
        List<String> corsOrigins,

        @Says("Request headers that their scripts may send, besides `x-queen-act-cluster`.")
        @Setting(env = "QUEEN_EDGE_CORS_HEADERS", byDefault = "authorization, content-type, x-request-id")
        List<String> corsHeaders) {

    public WebEdgeRules {
        corsOrigins = corsOrigins.stream().map(WebEdgeRules::originOf).toList();
        corsHeaders.forEach(name -> EdgeRules.requireFieldName("QUEEN_EDGE_CORS_HEADERS", name));
    }

    /// As browsers write it.
    private static String originOf(String entry) {
        return entry.equals("*")
                ? entry
                : Origins.parse("QUEEN_EDGE_CORS_ORIGINS", List.of(entry))
                        .allowed()
                        .getFirst();
    }
}
