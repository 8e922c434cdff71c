/// What each cluster used, by minute and class, and how it gets into the database (pipeline, 10; control plane, 11).
///
/// Requests are counted in memory and written behind in batches that can be repeated without counting twice. Doors:
/// `cluster`, `route` for the usage classes, JDBC.
package queencell.proxy.meter;
