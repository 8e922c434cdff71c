package queencell.proxy.cluster;

import static queencell.log.Field.field;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import queencell.log.EventLog;
import queencell.proxy.database.PxdbConnections;

/// Listens on `queen_proxy_inval` with a connection of its own, for ever (pipeline, 11).
///
/// [#run] occupies one thread until [#stop]. After every connect everything is expired: what was sent while nobody
/// listened is lost (A21).
public final class InvalidationListener implements Runnable {
    private static final EventLog LOG = EventLog.of("cluster");
    private static final UUID SESSION_REVOKED = new UUID(0, 0);
    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);
    private static final int SILENCE_MILLIS = 5_000;
    /// A dead link swallows a question without a word: TCP would try again for a quarter of an hour, while revoked
    /// keys and changed limits hold for as long as they are cached.
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(15);

    private final PxdbConnections connections;
    private final Duration answerWithin;
    private final List<Invalidation> told;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile Optional<Connection> connection = Optional.empty();
    private volatile boolean listening;

    public InvalidationListener(PxdbConnections connections, List<Invalidation> told) {
        this(connections, ANSWER_WITHIN, told);
    }

    /// @param answerWithin after this long without an answer the connection is given up; in whole seconds
    InvalidationListener(PxdbConnections connections, Duration answerWithin, List<Invalidation> told) {
        this.connections = connections;
        this.answerWithin = answerWithin;
        this.told = List.copyOf(told);
    }

    @Override
    public void run() {
        Duration delay = FIRST_DELAY;
        while (!stopping()) {
            var session = new Session();
            try (Connection mine = connections.single("queen-proxy-listen", answerWithin)) {
                connection = Optional.of(mine);
                session.begin();
                listen(mine);
            } catch (SQLException lost) {
                delay = session.delayAfter(delay);
                if (!stopping()) {
                    LOG.warn("listener_disconnected", lost, field("retry_ms", delay.toMillis()));
                }
            } catch (RuntimeException fault) {
                delay = session.delayAfter(delay);
                LOG.error("listener_failed", fault, field("retry_ms", delay.toMillis()));
            } finally {
                connection = Optional.empty();
                listening = false;
            }
            pause(delay);
            delay = delay.multipliedBy(2).compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay.multipliedBy(2);
        }
    }

    /// How long a connection stood; what a vain attempt takes is no session.
    private static final class Session {
        private OptionalLong beganNanos = OptionalLong.empty();

        void begin() {
            beganNanos = OptionalLong.of(System.nanoTime());
        }

        /// What is waited now that it ended.
        Duration delayAfter(Duration delay) {
            boolean lived =
                    beganNanos.isPresent() && System.nanoTime() - beganNanos.getAsLong() >= LONG_ENOUGH.toNanos();
            return lived ? FIRST_DELAY : delay;
        }
    }

    public boolean connected() {
        return listening;
    }

    /// Ends [#run] soon; the connection is cut, because the driver waits on it.
    public void stop() {
        stopped.countDown();
        connection.ifPresent(open -> {
            try {
                open.abort(Runnable::run);
            } catch (SQLException alreadyClosed) {
                LOG.debug("listener_already_closed");
            }
        });
    }

    private void listen(Connection mine) throws SQLException {
        execute(mine, "listen queen_proxy_inval");
        LOG.info("listener_connected");
        told.forEach(Invalidation::anythingMayHaveChanged);
        // whoever sees this may rely on that nothing older is served
        listening = true;
        PGConnection notified = mine.unwrap(PGConnection.class);
        while (!stopping()) {
            PGNotification[] arrived = notified.getNotifications(SILENCE_MILLIS);
            if (arrived == null || arrived.length == 0) {
                // a dead link is told by nothing else
                execute(mine, "select 1");
            } else {
                for (PGNotification each : arrived) {
                    tell(each.getParameter());
                }
            }
        }
    }

    /// Whatever the payload is, nothing is thrown: the next one may matter.
    void tell(String payload) {
        Optional<UUID> cluster = Ids.parse(payload.strip());
        if (cluster.isEmpty()) {
            LOG.warn("notification_unreadable", field("length", payload.length()));
        } else if (cluster.get().equals(SESSION_REVOKED)) {
            told.forEach(Invalidation::sessionRevoked);
        } else {
            told.forEach(each -> each.clusterChanged(cluster.get()));
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private boolean stopping() {
        return stopped.getCount() == 0;
    }

    private void pause(Duration delay) {
        try {
            stopped.await(delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            stopped.countDown();
        }
    }
}
