package queencell.broker;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/// Clock, wait and chance of the client, so that tests need no real seconds.
///
/// @param nanos monotonic time
/// @param wall this machine's clock
/// @param pause waits inside a scope
/// @param random 0 inclusive to 1 exclusive
record Timing(LongSupplier nanos, InstantSource wall, Pause pause, DoubleSupplier random) {

    static final Timing REAL = new Timing(
            System::nanoTime,
            InstantSource.system(),
            Timing::wait,
            () -> ThreadLocalRandom.current().nextDouble());

    @FunctionalInterface
    interface Pause {
        /// @return false when the scope was cancelled, or the thread interrupted, before the time was over
        boolean pause(Duration time, CallScope scope);
    }

    private static boolean wait(Duration time, CallScope scope) {
        try {
            return scope.pause(time);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// The wait with 20 % more or less, so that clients do not return together.
    Duration jittered(Duration wait) {
        return Duration.ofNanos((long) (wait.toNanos() * (0.8 + 0.4 * random.getAsDouble())));
    }
}
