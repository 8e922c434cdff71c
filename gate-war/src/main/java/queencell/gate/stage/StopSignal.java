package queencell.gate.stage;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import queencell.broker.CallScope;

/// Ends the workers of a stage: cuts their parked polls and wakes those that sleep. Given once, stays given; any thread
/// may give it. Calls that charge or settle are not cut: their handler finishes them.
public final class StopSignal {
    private final CountDownLatch given = new CountDownLatch(1);
    private final CallScope polls = new CallScope();
    private final Set<Runnable> wakers = ConcurrentHashMap.newKeySet();

    public void give() {
        given.countDown();
        polls.cancel();
        wakers.forEach(Runnable::run);
    }

    /// Runs `waker` when the signal is given, or at once; until [#forget] takes it away.
    void wakes(Runnable waker) {
        wakers.add(waker);
        if (given()) {
            waker.run();
        }
    }

    void forget(Runnable waker) {
        wakers.remove(waker);
    }

    public boolean given() {
        return given.getCount() == 0;
    }

    /// The scope of calls that end with the stage.
    public CallScope polls() {
        return polls;
    }

    /// Sleeps.
    ///
    /// @return false when the stage stops
    public boolean pause(Duration time) {
        try {
            return !given.await(Math.max(0, time.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
