package queencell.gate.api;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import queencell.web.Pages;
import queencell.web.SecurityHeaders;

/// What every answer of the public port says to the browser that gets it: nothing is guessed, framed or kept, and
/// nothing is loaded from elsewhere (console, 11).
public final class PublicHeadersFilter implements ContainerResponseFilter {
    private static final String YEAR = "max-age=31536000; includeSubDomains";

    private final boolean https;

    /// @param https whether people reach the public port by HTTPS
    PublicHeadersFilter(boolean https) {
        this.https = https;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        MultivaluedMap<String, Object> headers = response.getHeaders();
        SecurityHeaders.ALWAYS.forEach(field -> headers.putSingle(field.name(), field.value()));
        headers.putSingle(SecurityHeaders.POLICY.name(), Pages.CONTENT_SECURITY);
        if (https) {
            headers.putSingle("Strict-Transport-Security", YEAR);
        }
        boolean json = response.getMediaType() != null
                && MediaType.APPLICATION_JSON_TYPE.isCompatible(response.getMediaType());
        if (json && !headers.containsKey("Cache-Control")) {
            headers.putSingle("Cache-Control", "no-store");
        }
    }
}
