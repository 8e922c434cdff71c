package queencell.gate.stage;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/// Growing pauses between attempts, spread by a fifth so that replicas do not knock together. One thread owns it.
final class Backoff {
    private final Duration first;
    private final Duration longest;
    private Duration next;

    Backoff(Duration first, Duration longest) {
        this.first = first;
        this.longest = longest;
        this.next = first;
    }

    Duration next() {
        Duration pause = next;
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(longest) > 0 ? longest : doubled;
        long spread = ThreadLocalRandom.current().nextLong(-200, 201);
        return pause.plus(pause.multipliedBy(spread).dividedBy(1000));
    }

    void reset() {
        next = first;
    }
}
