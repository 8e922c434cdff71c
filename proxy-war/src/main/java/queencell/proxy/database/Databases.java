package queencell.proxy.database;

import java.util.Optional;

/// The database of this process, if it has one: without `PXDB_HOST` there is none.
///
/// @param connections how single connections are made
public record Databases(Optional<Pxdb> pxdb, Optional<PxdbConnections> connections) {

    /// The database, for work that is refused earlier where there is none.
    public Pxdb required() {
        return pxdb.orElseThrow(() -> new IllegalStateException("there is no database: PXDB_HOST is not set"));
    }
}
