package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import queencell.broker.Extended;

/// The loop that extends leases, with leases of a second on the real clock.
class LeaseKeeperTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Set<String> extended = ConcurrentHashMap.newKeySet();
    private final Set<String> lost = ConcurrentHashMap.newKeySet();
    private final LeaseKeeper keeper = new LeaseKeeper(
            new StageSettings(1, 1, Duration.ofSeconds(30), 3, false, false), Runnable::run, System::nanoTime);
    private final Thread loop = Thread.ofPlatform().daemon().unstarted(keeper);

    private Extended extend(String lease, int seconds) {
        extended.add(lease);
        return lost.contains(lease) ? new Extended.Lost() : new Extended.Renewed(1, Optional.empty());
    }

    @AfterEach
    void stop() {
        loop.interrupt();
    }

    private void startAndSleep() {
        loop.start();
        await().atMost(LONG)
                .until(() -> loop.getState() == Thread.State.TIMED_WAITING || loop.getState() == Thread.State.WAITING);
    }

    @Test
    void a_lease_must_be_renewed_although_a_shelved_claim_is_covered_for_an_hour() {
        Lease shelved = keeper.keep("shelved", 1, this::extend);
        assertThat(keeper.coverWait(shelved, Duration.ofHours(1))).isTrue();
        startAndSleep();

        keeper.keep("worked on", 1, this::extend);

        await().atMost(LONG).until(() -> extended.contains("worked on"));
    }

    @Test
    void a_covered_wait_must_not_be_extended_again_before_its_end() {
        Lease shelved = keeper.keep("shelved", 1, this::extend);
        keeper.coverWait(shelved, Duration.ofHours(1));
        extended.clear();
        keeper.keep("worked on", 1, this::extend);
        startAndSleep();

        await().atMost(LONG).until(() -> extended.contains("worked on"));
        assertThat(extended).doesNotContain("shelved");
    }

    @Test
    void the_first_lease_must_wake_a_keeper_that_has_none() {
        startAndSleep();

        keeper.keep("first", 1, this::extend);

        await().atMost(LONG).until(() -> extended.contains("first"));
    }

    @Test
    void a_lease_that_the_broker_does_not_know_must_be_called_lost() {
        lost.add("gone");
        Lease gone = keeper.keep("gone", 1, this::extend);
        startAndSleep();

        await().atMost(LONG).until(gone::lost);
    }
}
