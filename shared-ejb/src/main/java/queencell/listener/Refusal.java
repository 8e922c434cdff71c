package queencell.listener;

import java.time.Duration;
import queencell.web.ErrorBody;

/// An answer that the listener gives by itself, before or instead of the application (pipeline, 12). The texts
/// keep clear of the words by which shipped SDKs decide (`[A38]`).
record Refusal(int status, String code, String text) {

    static Refusal malformed(String text) {
        return new Refusal(400, "invalid_request", text);
    }

    static Refusal unsupportedCoding() {
        return new Refusal(
                501,
                "invalid_request",
                "only the transfer coding `chunked` is understood: send the body as it is, with a length or chunked");
    }

    static Refusal unsupportedVersion() {
        return new Refusal(505, "invalid_request", "only HTTP/1.1 and HTTP/1.0 are spoken here");
    }

    static Refusal targetTooLong(int bound) {
        return new Refusal(
                414,
                "request_headers_too_large",
                "path and query are longer than %d bytes: shorten them (QUEEN_EDGE_MAX_URI_BYTES)".formatted(bound));
    }

    static Refusal tooManyFields(int bound) {
        return new Refusal(
                431,
                "request_headers_too_large",
                "more than %d header fields: send fewer (QUEEN_EDGE_MAX_HEADERS)".formatted(bound));
    }

    static Refusal fieldTooLong(int bound) {
        return new Refusal(
                431,
                "request_headers_too_large",
                "a header field is longer than %d bytes: shorten it (QUEEN_EDGE_MAX_HEADER_VALUE_BYTES)"
                        .formatted(bound));
    }

    static Refusal headTooLarge(int bound) {
        return new Refusal(
                431,
                "request_headers_too_large",
                "names and values of the header fields are more than %d bytes: send less (QUEEN_EDGE_MAX_HEADER_BYTES)"
                        .formatted(bound));
    }

    static Refusal headIncomplete(Duration bound) {
        return new Refusal(
                408,
                "request_incomplete",
                "the request head was not whole within %d ms: send it at once".formatted(bound.toMillis()));
    }

    static Refusal of(BodyFailure failure) {
        return new Refusal(failure.status(), failure.code(), failure.text());
    }

    static Refusal bodyTooLarge(int bound, String setting) {
        return new Refusal(
                413,
                "payload_too_large",
                "the request body is larger than %d bytes, the most this path takes: send less%s"
                        .formatted(bound, setting.isEmpty() ? "" : " (" + setting + ")"));
    }

    static Refusal noAnswerInTime(Duration bound) {
        return new Refusal(
                504,
                "request_timeout",
                "request timeout: no answer was ready within %d ms".formatted(bound.toMillis()));
    }

    static Refusal fault() {
        return new Refusal(500, "internal", "the request failed inside this service; its log tells why");
    }

    byte[] body() {
        return new ErrorBody(text, code).toBytes();
    }
}
