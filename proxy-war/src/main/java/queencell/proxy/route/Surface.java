package queencell.proxy.route;

/// Who owns a request, decided by its raw path before anything else is looked at (pipeline, 1).
public enum Surface {
    /// `/healthz`, `/readyz`: the proxy's own, without cluster and credential.
    HEALTH,
    /// `/.well-known/jwks.json`.
    JWKS,
    /// `/auth/…`: sign-in and out.
    AUTH,
    /// `/api/console/…`.
    CONSOLE_API,
    /// `/api/operator/…`.
    OPERATOR_API,
    /// `/console`, `/console/…`: the static shell.
    CONSOLE_SHELL,
    /// Everything the broker answers.
    DATA_PATH,
    /// Everything else; belongs to nobody.
    DASHBOARD;

    /// By literal prefix or equality, never by what a path looks like: `/statuses` is no `/status`.
    ///
    /// @param rawPath as received, without the query
    public static Surface of(String rawPath) {
        // the hot one first: all but two prefixes below `/api/` are the broker's
        if (rawPath.startsWith("/api/")) {
            if (rawPath.startsWith("console/", 5)) {
                return CONSOLE_API;
            }
            return rawPath.startsWith("operator/", 5) ? OPERATOR_API : DATA_PATH;
        }
        return switch (rawPath) {
            case "/healthz", "/readyz" -> HEALTH;
            case "/.well-known/jwks.json" -> JWKS;
            case "/console" -> CONSOLE_SHELL;
            case "/health", "/status", "/metrics", "/metrics/prometheus" -> DATA_PATH;
            case String path when path.startsWith("/auth/") -> AUTH;
            case String path when path.startsWith("/console/") -> CONSOLE_SHELL;
            case String path when path.startsWith("/streams/") || path.startsWith("/internal/") -> DATA_PATH;
            default -> DASHBOARD;
        };
    }
}
