package queencell.tenant;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import queencell.dev.postgres.Databases;
import queencell.dev.postgres.PostgresAddress;

/// Statements to the proxy's database, as an operator would type them.
public final class ControlPlane {

    private final PostgresAddress pxdb;

    public ControlPlane(PostgresAddress pxdb) {
        this.pxdb = pxdb;
    }

    /// The first column of the first row as text; empty when there is none or it is NULL.
    public String one(String sql, String... values) {
        try (Connection connection = Databases.connect(pxdb);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                String found = rows.next() ? rows.getString(1) : null;
                return found == null ? "" : found;
            }
        } catch (SQLException refused) {
            throw new AssertionError(sql + ": " + refused.getMessage(), refused);
        }
    }
}
