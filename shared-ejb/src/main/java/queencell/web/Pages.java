package queencell.web;

/// What every page of ours says to the browser that shows it (proxy console, 12.3).
public final class Pages {
    /// Nothing from elsewhere, no frame around it, no form to elsewhere; styles may stand in the page itself.
    public static final String CONTENT_SECURITY = "default-src 'self'; img-src 'self' data:; style-src 'self'"
            + " 'unsafe-inline'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self';"
            + " frame-ancestors 'none'";

    /// The same for a page whose style is a file of its own.
    public static final String STRICT_CONTENT_SECURITY = CONTENT_SECURITY.replace(" 'unsafe-inline'", "");

    private Pages() {}
}
