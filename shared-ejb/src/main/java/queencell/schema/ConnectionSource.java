package queencell.schema;

import java.sql.Connection;
import java.sql.SQLException;

/// Where [SchemaUpdate] gets its connections: a `DataSource::getConnection`, or whatever a command line builds.
///
/// A start needs two at the same time for a moment. Each one is closed by who asked for it.
@FunctionalInterface
public interface ConnectionSource {
    Connection open() throws SQLException;
}
