package queencell.proxy.meter;

import static queencell.log.Field.field;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import queencell.log.EventLog;

/// Rolls closed days up and prunes what is old (control plane, 13). Of several proxies on one database one does it,
/// the others pass. Blocks; one thread at a time.
///
/// In two transactions: the roll-up holds notes of late days, the prune needs minutes, and a flush takes the minutes
/// first and then writes a note. In one transaction the two would wait for each other.
final class UsageRollup {
    private static final EventLog LOG = EventLog.of("meter");
    private static final Duration COMPLETE_EVERY = Duration.ofDays(1);
    private static final int OUTBOX_DAYS = 90;
    private static final String SERIALIZATION_FAILURE = "40001";

    private final Source source;
    private final int keepDays;
    private final InstantSource clock;
    private Instant completeAgainAt = Instant.MIN;

    /// Opens a connection of its own: a roll-up may take longer than any statement of the pool is given.
    @FunctionalInterface
    interface Source {
        Connection open() throws SQLException;
    }

    UsageRollup(Source source, int keepDays, InstantSource clock) {
        this.source = source;
        this.keepDays = keepDays;
        this.clock = clock;
    }

    /// One round: all days at the start and once a day, else those that may have changed.
    ///
    /// @throws RuntimeException when the database did not do it; then nothing is pruned either
    void run() {
        Instant now = clock.instant();
        boolean complete = !now.isBefore(completeAgainAt);
        try (Connection connection = source.open()) {
            connection.setAutoCommit(false);
            boolean mine = inTurn(connection, () -> rollUp(connection, complete));
            if (mine && complete) {
                // whoever was passed over asks for all days again: the other proxy may have done two of them only
                completeAgainAt = now.plus(COMPLETE_EVERY);
            }
            if (mine) {
                inTurn(connection, () -> prune(connection));
            }
        } catch (SQLException failed) {
            if (SERIALIZATION_FAILURE.equals(failed.getSQLState())) {
                // another proxy is at it, which is all that is asked
                LOG.debug("rollup_left_to_another", field("reason", SERIALIZATION_FAILURE));
            } else {
                throw new IllegalStateException("the days were not rolled up: " + failed.getMessage(), failed);
            }
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws SQLException;
    }

    /// Whether it was this proxy's turn.
    private static boolean inTurn(Connection connection, Step step) throws SQLException {
        boolean mine = lock(connection);
        if (mine) {
            step.run();
        }
        connection.commit();
        return mine;
    }

    private static boolean lock(Connection connection) throws SQLException {
        return number(connection, "select pg_try_advisory_xact_lock(hashtext('queen_proxy_rollup'))::int") == 1;
    }

    private static void rollUp(Connection connection, boolean complete) throws SQLException {
        long days = number(connection, "select queen_proxy.rollup_usage_days(null, %b)".formatted(complete));
        LOG.debug("usage_rolled_up", field("days", days));
    }

    private void prune(Connection connection) throws SQLException {
        long minutes = number(connection, "select queen_proxy.prune_usage_minutes(%d)".formatted(keepDays));
        long events = number(connection, "select queen_proxy.prune_outbox(%d)".formatted(OUTBOX_DAYS));
        LOG.debug("usage_pruned", field("minutes", minutes), field("events", events));
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
