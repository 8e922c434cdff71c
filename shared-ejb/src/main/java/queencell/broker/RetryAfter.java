package queencell.broker;

import java.time.Duration;
import java.util.Optional;

/// Reads `Retry-After`: seconds, decimals accepted, other forms ignored (wire, 23.3).
final class RetryAfter {

    /// A year: a longer wait is a typing error, and more digits would not fit a duration.
    private static final double LONGEST = 31_536_000;

    private RetryAfter() {}

    static Optional<Duration> parse(String header) {
        String text = header.strip();
        if (text.isEmpty() || !text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.')) {
            return Optional.empty();
        }
        try {
            double seconds = Math.min(Double.parseDouble(text), LONGEST);
            return Optional.of(Duration.ofMillis(Math.round(seconds * 1000)));
        } catch (NumberFormatException dots) {
            return Optional.empty();
        }
    }
}
