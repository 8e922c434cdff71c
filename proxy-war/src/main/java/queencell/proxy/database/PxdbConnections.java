package queencell.proxy.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;
import org.postgresql.Driver;

/// Makes connections to pxdb as `PXDB_*` says: a pool for work, single ones for listening. Thread-safe.
public final class PxdbConnections {
    /// After this long without a byte the server is given up; far above what any of our statements needs.
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final String UNASKED_MILLIS = "com.zaxxer.hikari.aliveBypassWindowMs";

    static {
        // the pool trusts a connection unasked for half a second after its last use; within it a restarted server would
        // fail a request, and one question more on the few ways that reach the database costs next to nothing
        if (System.getProperty(UNASKED_MILLIS) == null) {
            System.setProperty(UNASKED_MILLIS, "0");
        }
    }

    private final PxdbSettings settings;

    public PxdbConnections(PxdbSettings settings) {
        this.settings = settings;
    }

    /// A pool that proves each connection before it hands it out, so that a restarted server costs no request.
    public DataSource pool() {
        var config = new HikariConfig();
        config.setPoolName("pxdb");
        config.setJdbcUrl(url());
        config.setDriverClassName(Driver.class.getName());
        config.setDataSourceProperties(properties("queen-proxy", SILENCE));
        config.setMaximumPoolSize(settings.poolSize());
        config.setMinimumIdle(Math.min(2, settings.poolSize()));
        config.setConnectionTimeout(Math.max(250, settings.timeout().toMillis()));
        config.setValidationTimeout(Math.clamp(settings.timeout().toMillis(), 250, 5000));
        // the start proves the pool itself, with an error text of ours
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /// A connection outside the pool, on which a statement may take as long as it needs; the caller closes it.
    public Connection single(String applicationName) throws SQLException {
        return single(applicationName, Duration.ZERO);
    }

    /// The same, given up when an answer does not come.
    ///
    /// @param silence after this long without a byte the server is given up; in whole seconds, 0 means never
    public Connection single(String applicationName, Duration silence) throws SQLException {
        return new Driver().connect(url(), properties(applicationName, silence));
    }

    private String url() {
        String host = settings.host().orElseThrow(() -> new IllegalStateException("PXDB_HOST is not set"));
        String literal = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        return "jdbc:postgresql://%s:%d/".formatted(literal, settings.port());
    }

    private Properties properties(String applicationName, Duration silence) {
        var properties = new Properties();
        properties.setProperty("PGDBNAME", settings.database());
        properties.setProperty("user", settings.user());
        properties.setProperty("password", settings.password().reveal());
        properties.setProperty("ApplicationName", applicationName);
        properties.setProperty("connectTimeout", seconds(settings.timeout()));
        properties.setProperty("loginTimeout", seconds(settings.timeout()));
        properties.setProperty("socketTimeout", Long.toString(silence.toSeconds()));
        properties.setProperty("tcpKeepAlive", "true");
        settings.trust().applyTo(properties);
        return properties;
    }

    // the driver counts in whole seconds
    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.plusMillis(999).toSeconds()));
    }
}
