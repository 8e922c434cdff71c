package queencell.proxy.start;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The columns of a schema as the live database has them.
///
/// @param columns by `table.column`
record Catalogue(Map<String, Column> columns) {

    /// @param type as `format_type` writes it: `text[]`, `timestamp with time zone`
    record Column(String type, boolean nullable) {}

    static Catalogue read(Connection connection, String schema) throws SQLException {
        var columns = new TreeMap<String, Column>();
        try (var statement = connection.prepareStatement("""
                select c.relname || '.' || a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), not a.attnotnull
                from pg_catalog.pg_attribute a
                join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind = 'r'
                join pg_catalog.pg_namespace n on n.oid = c.relnamespace
                where n.nspname = ? and a.attnum > 0 and not a.attisdropped""")) {
            statement.setString(1, schema);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.put(rows.getString(1), new Column(rows.getString(2), rows.getBoolean(3)));
                }
            }
        }
        return new Catalogue(columns);
    }

    Optional<Column> column(String table, String name) {
        return Optional.ofNullable(columns.get(table + "." + name));
    }
}
