package queencell.listener;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import queencell.log.EventLog;
import queencell.process.BrokenClass;

/// The connections of one event loop, looked through at a fixed pace for those past a deadline. One timer
/// serves them all, so that a request costs no timer of its own. Used on its loop only.
final class Sweeper {

    private static final EventLog LOG = EventLog.of("edge");

    private final EventLoop loop;
    private final List<Connection> connections = new ArrayList<>();
    private ScheduledFuture<?> task;

    Sweeper(EventLoop loop) {
        this.loop = loop;
    }

    void start(Duration pace) {
        long nanos = pace.toNanos();
        task = loop.scheduleWithFixedDelay(this::sweep, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    void stop() {
        task.cancel(false);
    }

    void add(Connection connection) {
        connection.sweepIndex = connections.size();
        connections.add(connection);
    }

    void remove(Connection connection) {
        Connection last = connections.removeLast();
        if (last != connection) {
            connections.set(connection.sweepIndex, last);
            last.sweepIndex = connection.sweepIndex;
        }
    }

    /// Calls `action` for every connection; it may close them.
    void each(Consumer<Connection> action) {
        List.copyOf(connections).forEach(action);
    }

    private void sweep() {
        long nowNanos = System.nanoTime();
        // backwards, because closing one moves the last into its place
        for (int at = connections.size() - 1; at >= 0; at--) {
            if (at < connections.size()) {
                check(connections.get(at), nowNanos);
            }
        }
    }

    /// A fault at one connection must not end the look at all others for good.
    private static void check(Connection connection, long nowNanos) {
        try {
            connection.check(nowNanos);
        } catch (RuntimeException | Error fault) {
            BrokenClass.endsProcess(LOG, fault);
            LOG.error("sweep_failed", fault);
            connection.channel().close();
        }
    }
}
