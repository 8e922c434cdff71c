package queencell;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

/// For what another process does a moment later. Generous, because it only delays a failure.
final class Eventually {

    private Eventually() {}

    static void holds(ThrowingRunnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(assertion);
    }
}
