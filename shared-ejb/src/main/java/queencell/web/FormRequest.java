package queencell.web;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// The fields of a form that a browser sent.
public final class FormRequest {
    private final Map<String, String> fields;

    private FormRequest(Map<String, String> fields) {
        this.fields = fields;
    }

    /// @throws RefusedException 400 `invalid_request` when the body is no form or names a field twice
    public static FormRequest of(ContainerRequestContext request, byte[] body) {
        if (!Heads.isOfType(request, "application/x-www-form-urlencoded")) {
            throw invalid("send the form as `Content-Type: application/x-www-form-urlencoded`");
        }
        Map<String, String> fields = new HashMap<>();
        for (String pair : new String(body, StandardCharsets.US_ASCII).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals >= 0
                    && fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1))) != null) {
                throw invalid("a field of the form is named twice");
            }
        }
        return new FormRequest(fields);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException unreadable) {
            throw invalid("the form holds a `%` without two hexadecimal digits");
        }
    }

    /// Empty if absent.
    public String text(String name) {
        return fields.getOrDefault(name, "");
    }

    private static RefusedException invalid(String text) {
        return new RefusedException(400, "invalid_request", text);
    }
}
