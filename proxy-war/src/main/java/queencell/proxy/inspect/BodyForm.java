package queencell.proxy.inspect;

import java.util.Locale;
import java.util.Optional;

/// Bodies of another form than plain JSON text, in which counting would see nothing (A12, A35).
public final class BodyForm {
    private static final String[] BINARY_STARTS = {"QPB1", "QTB1"};

    private BodyForm() {}

    /// Why a body that is to be read is refused with 400 `invalid_request`; empty if it may be plain JSON.
    ///
    /// @param contentType header value, empty if absent; likewise `contentEncoding`
    public static Optional<String> problem(String contentType, String contentEncoding, byte[] body) {
        String encoding = contentEncoding.strip().toLowerCase(Locale.ROOT);
        if (!encoding.isEmpty() && !encoding.equals("identity")) {
            return Optional.of(
                    "the body's Content-Encoding is not identity: send it unencoded, this gateway counts it");
        }
        if (isBinaryType(contentType) || startsBinary(body)) {
            return Optional.of(
                    "the body is a binary push: this gateway takes JSON, switch binary pushes off in the SDK");
        }
        return Optional.empty();
    }

    private static boolean isBinaryType(String contentType) {
        int parameters = contentType.indexOf(';');
        String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
        return type.strip().equalsIgnoreCase("application/x-queen-push");
    }

    private static boolean startsBinary(byte[] body) {
        for (String start : BINARY_STARTS) {
            boolean matches = body.length >= start.length();
            for (int at = 0; matches && at < start.length(); at++) {
                matches = body[at] == start.charAt(at);
            }
            if (matches) {
                return true;
            }
        }
        return false;
    }
}
