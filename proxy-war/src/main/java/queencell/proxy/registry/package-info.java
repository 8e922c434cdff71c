/// Which queues and partitions a cluster has, and whether one more may come (pipeline, 7.9 and 8).
///
/// Decisions are made in memory; rows of `queen_proxy.queues` are loaded before the first of a cluster and written
/// behind. Doors: `cluster`, `inspect` for the name of a destination, JPA.
package queencell.proxy.registry;
