package queencell.proxy.forward;

import java.util.function.Consumer;
import queencell.listener.InboundHeaders;
import queencell.listener.RelayedAnswer;

/// The head of a broker's answer; its body waits. Exactly one of [#relay] and [#discard] is called, on the loop.
public final class UpstreamAnswer {

    private final int status;
    private final String reason;
    private final InboundHeaders headers;
    private final long declaredLength;
    private final UpstreamExchange exchange;

    UpstreamAnswer(ReplyHead head, UpstreamExchange exchange) {
        this.status = head.status();
        this.reason = head.reason();
        this.headers = ForwardRules.towardsClient(head.headers());
        this.declaredLength = head.declaredLength();
        this.exchange = exchange;
    }

    public int status() {
        return status;
    }

    public String reason() {
        return reason;
    }

    /// What the client may see: without hop-by-hop fields and request id, with `Content-Length`.
    public InboundHeaders headers() {
        return headers;
    }

    /// What the answer's `Content-Length` says, -1 without one; an answer to `HEAD` may say so and have no body.
    public long declaredLength() {
        return declaredLength;
    }

    /// The entity of the response: brings [#headers] along and hands the body on with back-pressure.
    ///
    /// When the client leaves in the middle and there is an observer, the rest is still read for it, for a
    /// bounded time, so that what the broker has done is metered (`[A17]`).
    ///
    /// @param done told once how it ended, also when the response never went out: at the latest some while after
    /// nobody has begun to relay it
    public RelayedAnswer relay(AnswerObserver observer, Consumer<RelayEnd> done) {
        return exchange.relay(headers, observer, done);
    }

    /// Nobody wants the body.
    public void discard() {
        exchange.discard();
    }

    @Override
    public String toString() {
        return "UpstreamAnswer[%d, length=%d]".formatted(status, declaredLength);
    }
}
