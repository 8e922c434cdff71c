package queencell.proxy.route;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// A family of routes that a plan must open (pipeline, 3.4).
public enum Feature {
    STREAMS,
    TRACES,
    KV,
    TIMERS,
    EPHEMERAL;

    /// The key in `plans.features`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Feature> parse(String wireName) {
        return Arrays.stream(values())
                .filter(feature -> feature.wireName().equals(wireName))
                .findFirst();
    }
}
