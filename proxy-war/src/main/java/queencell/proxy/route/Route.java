package queencell.proxy.route;

import queencell.proxy.route.RouteClass.Plain;

/// The verdict of the classifier on one request: its class and how the pipeline treats it (pipeline, 5.2 and 5.3).
///
/// @param rule the number of the row in the ordered rules, 1 to 34; 0 for a path that A4 refuses
/// @param kind the class, which decides who may pass
/// @param pushBlock when a push block of the cluster is asked for
/// @param op the usage class it is metered under, should it be forwarded
public record Route(int rule, RouteClass kind, Body body, PushBlockAsked pushBlock, Special special, OpClass op) {

    /// What the proxy does with the request body.
    public enum Body {
        /// Relayed untouched.
        STREAM,
        /// Read whole, up to `QUEEN_PROXY_MAX_BODY_BYTES`, and forwarded byte for byte.
        BUFFER
    }

    /// When a push block is asked for (pipeline, 4).
    public enum PushBlockAsked {
        NEVER,
        /// At step 4: the route writes, whatever its body says.
        AT_GATE,
        /// At step 9: whether it writes stands in its body.
        BY_BODY
    }

    /// Blocked by the given rule: 404 `route_blocked`, never forwarded, never metered.
    static Route blocked(int rule) {
        return new Route(rule, Plain.BLOCKED, Body.STREAM, PushBlockAsked.NEVER, Special.NONE, OpClass.READ);
    }

    public boolean isBlocked() {
        return kind == Plain.BLOCKED;
    }

    public boolean isOperator() {
        return kind == Plain.OPERATOR;
    }

    /// Whether the body is read before it is forwarded; such a body may not be encoded (A12).
    public boolean buffersBody() {
        return body == Body.BUFFER;
    }
}
