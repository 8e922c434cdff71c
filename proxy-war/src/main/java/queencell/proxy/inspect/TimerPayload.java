package queencell.proxy.inspect;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// The payload of a timer, base64 in the body (pipeline, A41). The broker copies what it decodes into the answers of
/// pops as it is: anything but one JSON text there makes the whole answer unreadable, or another one.
final class TimerPayload {
    private TimerPayload() {}

    /// Why a schedule with this payload is refused. Empty if nothing is wrong, and for what the broker refuses by
    /// itself.
    ///
    /// @param place of the operation, for the client
    static Optional<String> problem(String place, String base64) {
        byte[] payload;
        try {
            payload = Base64.getDecoder().decode(base64.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException noBase64) {
            return Optional.empty();
        }
        // a message without data
        if (payload.length == 0 || JsonBody.isText(payload)) {
            return Optional.empty();
        }
        return Optional.of(place + ": payload is not the base64 of one JSON text in UTF-8, nested 1000 levels at most:"
                + " encode what a push would have as its payload");
    }
}
