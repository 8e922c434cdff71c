package queencell.web;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.util.List;
import java.util.Locale;

/// Reads single header fields.
public final class Heads {
    private Heads() {}

    /// The first field of this name; empty if there is none.
    public static String first(ContainerRequestContext request, String name) {
        String value = request.getHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    /// All cookies as one list: whoever translates from HTTP/2 may send them on several lines.
    public static String cookies(ContainerRequestContext request) {
        return cookies(request.getHeaders().getOrDefault("cookie", List.of()));
    }

    /// The same for the lines themselves, in order.
    public static String cookies(List<String> lines) {
        return String.join("; ", lines);
    }

    /// Whether a person reads the answer in a browser.
    public static boolean acceptsHtml(ContainerRequestContext request) {
        return first(request, "accept").toLowerCase(Locale.ROOT).contains("text/html");
    }

    /// Whether the body is said to be of this media type, whatever its parameters.
    public static boolean isOfType(ContainerRequestContext request, String mediaType) {
        String given = first(request, "content-type");
        int semicolon = given.indexOf(';');
        return (semicolon < 0 ? given : given.substring(0, semicolon)).strip().equalsIgnoreCase(mediaType);
    }
}
