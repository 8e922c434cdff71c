package queencell.broker;

import queencell.json.JsonCursor;
import queencell.json.UnreadableBytesException;

/// The broker's error envelopes, in one reading (wire, 2, 9.5, 10.6, 17).
///
/// @param known the body is a JSON object with an `error`: the broker itself speaks, not something in between
record ErrorBody(String error, String code, String reason, String detail, boolean known) {

    static final ErrorBody NONE = new ErrorBody("", "", "", "", false);

    static ErrorBody read(byte[] body) {
        String error = "";
        String code = "";
        String reason = "";
        String detail = "";
        try {
            var json = new JsonCursor(body, 0, body.length);
            if (body.length == 0 || json.peek() != '{') {
                return NONE;
            }
            json.beginObject();
            while (json.nextMember()) {
                if (json.named("error")) {
                    error = json.string();
                } else if (json.named("code")) {
                    code = json.string();
                } else if (json.named("reason")) {
                    reason = json.string();
                } else if (json.named("detail")) {
                    detail = json.string();
                } else {
                    json.skip();
                }
            }
        } catch (UnreadableBytesException notOurs) {
            return NONE;
        }
        return new ErrorBody(error, code, reason, detail, !error.isEmpty());
    }

    /// The stable word to branch on, or `http_<status>`: `code`, else `error` when that is a word, else
    /// `reason`.
    String word(int status) {
        if (!code.isEmpty()) {
            return code;
        }
        if (isWord(error)) {
            return error;
        }
        return isWord(reason) ? reason : "http_" + status;
    }

    /// For people.
    String text(int status) {
        var text = new StringBuilder("HTTP ").append(status);
        for (String part : new String[] {error, reason.equals(error) ? "" : reason, detail}) {
            if (!part.isEmpty()) {
                text.append(": ").append(part);
            }
        }
        return text.toString();
    }

    private static boolean isWord(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_') {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
