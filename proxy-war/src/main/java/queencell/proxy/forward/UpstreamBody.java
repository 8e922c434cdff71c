package queencell.proxy.forward;

import queencell.listener.InboundBody;

/// The body of a request to the broker.
public sealed interface UpstreamBody {

    record None() implements UpstreamBody {}

    /// @param bytes sent as they are, with their length; not copied
    record Bytes(byte[] bytes) implements UpstreamBody {
        @Override
        public String toString() {
            return "Bytes[%d]".formatted(bytes.length);
        }
    }

    /// A client's body that nobody has read yet; a declared length is kept, else it is sent chunked.
    record Relayed(InboundBody body) implements UpstreamBody {}

    static UpstreamBody none() {
        return new None();
    }
}
