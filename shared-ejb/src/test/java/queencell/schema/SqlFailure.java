package queencell.schema;

import java.sql.SQLException;

/// An SQL error on its way through a test: its SQLSTATE and its first line.
final class SqlFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String state;

    SqlFailure(SQLException failure) {
        super(failure.getMessage().lines().findFirst().orElse("").replaceFirst("^ERROR: ", ""), failure);
        this.state = failure.getSQLState();
    }

    String state() {
        return state;
    }
}
