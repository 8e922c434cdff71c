/// The limits of a cluster while it runs: buckets, parked slots, push blocks and the storage estimate (pipeline, 4 and
/// 7). All of it is process memory and starts full or empty after a restart.
///
/// [TokenBucket][queencell.proxy.limit.TokenBucket], [StorageEstimate][queencell.proxy.limit.StorageEstimate] and
/// [LimitHeaders][queencell.proxy.limit.LimitHeaders] are **pure** values; the classes that hold state are safe for any
/// thread, never block on I/O and take their clock as an argument. Door: types of `cluster`.
package queencell.proxy.limit;
