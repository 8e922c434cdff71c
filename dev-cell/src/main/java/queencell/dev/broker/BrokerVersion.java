package queencell.dev.broker;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `1.3.0`, as `GET /health` reports it; what follows the third number does not count.
public record BrokerVersion(int major, int minor, int patch) implements Comparable<BrokerVersion> {

    /// What the cell installs (broker, 1.1).
    public static final BrokerVersion PINNED = new BrokerVersion(1, 3, 0);

    /// The first with the depth route that Gate needs (broker, 1.1).
    public static final BrokerVersion OLDEST = new BrokerVersion(1, 0, 4);

    private static final Pattern SHAPE = Pattern.compile("^v?(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");

    public static Optional<BrokerVersion> parse(String text) {
        Matcher shape = SHAPE.matcher(text.strip());
        return shape.find()
                ? Optional.of(new BrokerVersion(
                        Integer.parseInt(shape.group(1)),
                        Integer.parseInt(shape.group(2)),
                        Integer.parseInt(shape.group(3))))
                : Optional.empty();
    }

    public boolean tooOld() {
        return compareTo(OLDEST) < 0;
    }

    @Override
    public int compareTo(BrokerVersion other) {
        return Comparator.comparingInt(BrokerVersion::major)
                .thenComparingInt(BrokerVersion::minor)
                .thenComparingInt(BrokerVersion::patch)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return "%d.%d.%d".formatted(major, minor, patch);
    }
}
