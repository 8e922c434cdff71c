package queencell.web;

import java.util.LinkedHashMap;
import java.util.Map;

/// Ends a request with an answer of ours. It is an answer, not a fault: it carries no stack trace.
public class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final transient Map<String, String> headers;

    /// @param status HTTP status, @param code for machines, @param text for people: value, bound and way out
    public RefusedException(int status, String code, String text, Map<String, String> headers) {
        super(text, null, false, false);
        this.status = status;
        this.code = code;
        this.headers = Map.copyOf(headers);
    }

    public RefusedException(int status, String code, String text) {
        this(status, code, text, Map.of());
    }

    /// The same refusal with one header more.
    public RefusedException with(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new RefusedException(status, code, getMessage(), more);
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public Map<String, String> headers() {
        return headers;
    }

    public ErrorBody body() {
        return new ErrorBody(getMessage(), code);
    }
}
