package queencell.usage;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import queencell.http.Answer;
import queencell.tenant.Tenant;

/// Pushes that go on through every fault, one message each, and what became of each as far as the client knows.
public final class SteadyLoad implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final long PAUSE_NANOS = 40_000_000;
    private static final int PATIENCE_SECONDS = 120;

    private final Tenant tenant;
    private final String queue;
    private final Queue<Push> pushes = new ConcurrentLinkedQueue<>();
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean over;

    /// @param sentAt wall clock in milliseconds, as the next
    /// @param answeredAt when the answer was in, or the connection broke
    public record Push(long sentAt, long answeredAt, Fate fate) {}

    /// What the client was told of its message.
    public enum Fate {
        /// `queued`: committed.
        QUEUED,
        /// `buffered`: in the broker's spool, which counts as accepted (wire, 5; pipeline, 10).
        BUFFERED,
        /// The broker had it, or was to have it, and did not accept it.
        FAILED,
        /// Not sent on.
        REFUSED,
        /// No answer: it may be stored, and metered or not.
        UNKNOWN;

        public boolean accepted() {
            return this == QUEUED || this == BUFFERED;
        }
    }

    private SteadyLoad(Tenant tenant, String queue) {
        this.tenant = tenant;
        this.queue = queue;
    }

    public static SteadyLoad start(Tenant tenant, String queue) {
        var load = new SteadyLoad(tenant, queue);
        for (int client = 0; client < CLIENTS; client++) {
            load.clients.execute(load::send);
        }
        return load;
    }

    private void send() {
        while (!over) {
            long sentAt = System.currentTimeMillis();
            Fate fate = fateOfOne();
            pushes.add(new Push(sentAt, System.currentTimeMillis(), fate));
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private Fate fateOfOne() {
        try {
            return fateIn(tenant.push(queue).once());
        } catch (RuntimeException broken) {
            // a part is away: the connection was refused, or broke
            return Fate.UNKNOWN;
        }
    }

    private static Fate fateIn(Answer answer) {
        if (answer.status() != 201) {
            return answer.status() >= 500 ? Fate.FAILED : Fate.REFUSED;
        }
        return switch (answer.json().path(0).path("status").asText()) {
            case "queued" -> Fate.QUEUED;
            case "buffered" -> Fate.BUFFERED;
            default -> Fate.FAILED;
        };
    }

    public long count(Predicate<Push> which) {
        return pushes.stream().filter(which).count();
    }

    public long accepted() {
        return count(push -> push.fate().accepted());
    }

    /// Sends no more and returns when every answer is in.
    @Override
    public void close() {
        over = true;
        clients.shutdown();
        try {
            if (!clients.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("a push is still not answered after %d s".formatted(PATIENCE_SECONDS));
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", stop);
        }
    }
}
