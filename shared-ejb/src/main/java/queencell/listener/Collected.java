package queencell.listener;

/// What became of a body that was to be collected.
public sealed interface Collected {

    /// @param bytes the body as received, without framing; the caller's own
    record Whole(byte[] bytes) implements Collected {
        @Override
        public String toString() {
            return "Whole[%d bytes]".formatted(bytes.length);
        }
    }

    /// @param seen the declared length, or how many bytes had arrived when the bound was passed
    record TooLarge(long seen) implements Collected {}

    /// The body ended early or is no HTTP. The connection closes after the answer.
    record Incomplete(BodyFailure failure) implements Collected {}
}
