package queencell.broker;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;

/// The broker's clock as far as its answers show it, so that deadlines in its time (`expiresAt`) can be
/// waited for.
///
/// A time that the broker stamped between our sending and our receiving bounds the difference of the two
/// clocks from both sides. The narrowest such pair counts; it widens as it ages, so that newer ones win in
/// the end, and at once where the two contradict each other. Any thread.
public final class BrokerClock {

    // quartz clocks drift by less than this against each other
    private static final double DRIFT = 200e-6;

    private final InstantSource wall;
    private volatile Estimate best = new Estimate(0, Double.MAX_VALUE, 0);

    /// @param offsetNanos the broker's clock minus ours
    /// @param halfWidth nanoseconds that the offset may be wrong
    private record Estimate(long offsetNanos, double halfWidth, long atMillis) {
        double halfWidthAt(long nowMillis) {
            return halfWidth + Math.max(0, nowMillis - atMillis) * 1e6 * DRIFT;
        }

        /// One of the two clocks was set since: what was known of them is wrong.
        boolean excludes(long offset, double width, long nowMillis) {
            return Math.abs((double) offset - offsetNanos) > width + halfWidthAt(nowMillis);
        }
    }

    BrokerClock(InstantSource wall) {
        this.wall = wall;
    }

    /// The broker stamped `stamp` after `sent` and before `received`, both on our clock.
    void observed(Instant stamp, Instant sent, Instant received) {
        observed(
                Duration.between(received, stamp).toNanos(),
                Duration.between(sent, stamp).toNanos(),
                received);
    }

    /// As [#observed], for a stamp that was cut to whole seconds (`Date`).
    void observedSecond(Instant second, Instant sent, Instant received) {
        observed(
                Duration.between(received, second).toNanos(),
                Duration.between(sent, second.plusSeconds(1)).toNanos(),
                received);
    }

    private void observed(long least, long most, Instant received) {
        if (least > most) {
            // our own clock was set back meanwhile
            return;
        }
        long now = received.toEpochMilli();
        double halfWidth = (most - least) / 2.0;
        long offset = least + (most - least) / 2;
        if (halfWidth <= best.halfWidthAt(now) || best.excludes(offset, halfWidth, now)) {
            best = new Estimate(offset, halfWidth, now);
        }
    }

    /// The broker's clock minus ours; zero until an answer told more.
    public Duration offset() {
        return Duration.ofNanos(best.offsetNanos());
    }

    /// How far [#offset] may be wrong; a very long time until an answer told more.
    public Duration uncertainty() {
        double nanos = best.halfWidthAt(wall.millis());
        return nanos > Long.MAX_VALUE / 2.0 ? Duration.ofDays(36_500) : Duration.ofNanos((long) nanos);
    }

    /// Now, on the broker's clock.
    public Instant now() {
        return wall.instant().plus(offset());
    }

    /// Time until `deadline`, a stamp of the broker; negative when it is over.
    public Duration until(OffsetDateTime deadline) {
        return Duration.between(now(), deadline.toInstant());
    }
}
