package queencell;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What lives as long as the JVM of a run: one of each type, closed when the JVM ends, the latest first.
///
/// JUnit's own stores do not last that long: Maven launches each suite of a shared JVM apart, and they are closed after
/// each launch.
public final class PerJvm {

    /// Either of the two: what did not start once is not tried again for each test.
    private record Outcome(Optional<AutoCloseable> made, Optional<RuntimeException> fault) {}

    private static final Map<Class<?>, Outcome> OUTCOMES = new HashMap<>();
    private static final Deque<AutoCloseable> OPEN = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(PerJvm::closeAll, "end of the run"));
    }

    private PerJvm() {}

    /// The one of this type, made by the first who asks.
    public static <T extends AutoCloseable> T get(Class<T> type, Supplier<T> start) {
        synchronized (OUTCOMES) {
            Outcome outcome = OUTCOMES.computeIfAbsent(type, _ -> started(start));
            outcome.fault().ifPresent(fault -> {
                throw fault;
            });
            return type.cast(outcome.made().orElseThrow());
        }
    }

    /// The one of this type, if it runs.
    public static <T extends AutoCloseable> Optional<T> running(Class<T> type) {
        synchronized (OUTCOMES) {
            return Optional.ofNullable(OUTCOMES.get(type))
                    .flatMap(Outcome::made)
                    .map(type::cast);
        }
    }

    private static Outcome started(Supplier<? extends AutoCloseable> start) {
        try {
            AutoCloseable made = start.get();
            OPEN.push(made);
            return new Outcome(Optional.of(made), Optional.empty());
        } catch (RuntimeException fault) {
            return new Outcome(Optional.empty(), Optional.of(fault));
        }
    }

    private static void closeAll() {
        while (!OPEN.isEmpty()) {
            try {
                OPEN.pop().close();
            } catch (Exception stuck) {
                System.err.println("not ended: " + stuck);
            }
        }
    }
}
