package queencell.web;

import java.time.Duration;
import java.util.Optional;

/// When an answer tells browsers to come back over HTTPS only (pipeline, 13). Immutable.
public final class Hsts {
    public static final String HEADER = "Strict-Transport-Security";

    /// No answer says so.
    public static final Hsts OFF = new Hsts(Optional.empty(), Optional.empty());

    private final Optional<String> overHttp;
    private final Optional<String> overHttps;

    private Hsts(Optional<String> overHttp, Optional<String> overHttps) {
        this.overHttp = overHttp;
        this.overHttps = overHttps;
    }

    /// Answers over HTTPS say so.
    public static Hsts auto(Duration maxAge) {
        return new Hsts(Optional.empty(), Optional.of(valueOf(maxAge)));
    }

    /// Every answer says so.
    public static Hsts on(Duration maxAge) {
        return new Hsts(Optional.of(valueOf(maxAge)), Optional.of(valueOf(maxAge)));
    }

    /// The value of [#HEADER]; empty if the answer is not to have one.
    ///
    /// @param https whether the client speaks HTTPS
    public Optional<String> of(boolean https) {
        return https ? overHttps : overHttp;
    }

    private static String valueOf(Duration maxAge) {
        return "max-age=%d; includeSubDomains".formatted(maxAge.toSeconds());
    }
}
