package queencell.proxy.limit;

/// The two buckets of every cluster. Both are plain and thread-safe.
///
/// @param requests one token a request
/// @param messages one token a message
public record Buckets(ShardedBuckets requests, ShardedBuckets messages) {}
