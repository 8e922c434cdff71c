package queencell.web;

import java.util.List;

/// What every answer tells a browser, whoever makes it: a filter of the application, or a listener that refuses before
/// any filter is asked (pipeline, 13).
public final class SecurityHeaders {
    /// On every answer, whatever else it says.
    public static final List<Field> ALWAYS = List.of(
            new Field("X-Content-Type-Options", "nosniff"),
            new Field("X-Frame-Options", "DENY"),
            // not `no-referrer`: browsers would then send `Origin: null` with the forms of our own pages
            new Field("Referrer-Policy", "same-origin"));

    /// Unless the answer brings a policy of its own.
    public static final Field POLICY = new Field("Content-Security-Policy", "frame-ancestors 'none'");

    public record Field(String name, String value) {}

    private SecurityHeaders() {}
}
