package queencell.proxy.database;

import jakarta.persistence.PersistenceException;
import java.sql.SQLException;

/// A statement failed; knows by which SQLSTATE, so that callers tell a refusal of a function from a fault.
public final class PxdbException extends PersistenceException {
    private static final long serialVersionUID = 1L;

    private final String sqlState;

    PxdbException(SQLException cause) {
        super(cause.getMessage(), cause);
        this.sqlState = cause.getSQLState() == null ? "" : cause.getSQLState();
    }

    /// E.g. `QP404` for an object that one of our functions does not know; empty if there is none.
    public String sqlState() {
        return sqlState;
    }

    public boolean is(String state) {
        return sqlState.equals(state);
    }
}
