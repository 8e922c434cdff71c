package queencell.dev.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import queencell.dev.CellFault;
import queencell.dev.CellPlan;

/// Something to develop against (control plane, 19): tenant and cluster `dev`, a login and a key that everybody knows.
public final class DevelopmentFixture {

    public static final String HOST = "dev.localhost";
    public static final String KEY = "qk_dev_devdevdevdevdevdevdevdevdevdevdevdevdev";
    public static final String LOGIN = "dev@localhost";
    public static final String PASSWORD = "devpass";

    private static final String SCRIPT = "/liquibase/queen_proxy/development-fixture.sql";

    private DevelopmentFixture() {}

    /// Whether the fixture may go there unasked: its password and key are public, so only a server that nobody else
    /// reaches gets it.
    public static boolean suits(PostgresAddress pxdb) {
        return pxdb.onThisMachine();
    }

    /// Runs the script; a second run changes nothing but the address of the broker.
    ///
    /// @param broker as the proxy reaches it
    public static void apply(PostgresAddress pxdb, URI broker) {
        try (Connection connection = Databases.connect(pxdb);
                Statement statement = connection.createStatement()) {
            // who calls has looked at the name; the server's own address may be that of a container on this machine
            set(connection, "queen_proxy.fixture_force", "true");
            set(connection, "queen_proxy.fixture_cell", CellPlan.SLUG);
            set(connection, "queen_proxy.fixture_base_url", broker.toString());
            statement.execute(script());
        } catch (SQLException refused) {
            throw new CellFault(
                    "The development tenant cannot be made in %s: %s.".formatted(pxdb, refused.getMessage()), refused);
        }
    }

    private static void set(Connection connection, String name, String value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select set_config(?, ?, false)")) {
            statement.setString(1, name);
            statement.setString(2, value);
            statement.execute();
        }
    }

    private static String script() {
        try (InputStream script = DevelopmentFixture.class.getResourceAsStream(SCRIPT)) {
            if (script == null) {
                throw new IllegalStateException(SCRIPT + " is not on the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
