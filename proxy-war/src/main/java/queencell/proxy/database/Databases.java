package queencell.proxy.database;

import java.util.Optional;

/// The database of this process, if it has one: without `PXDB_HOST` there is none.
///
/// @param connections how single connections are made
public record Databases(Optional<Pxdb> pxdb, Optional<PxdbConnections> connections) {}
