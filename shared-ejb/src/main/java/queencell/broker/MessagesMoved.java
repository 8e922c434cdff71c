package queencell.broker;

/// How many messages a tenant pushed and was given in some minutes, as the broker counted them (wire, 16).
///
/// @param pushed items of pushes, those refused as duplicates included; pushes within transactions are not (proven on
///     1.3.0)
/// @param popped messages delivered, each delivery counted
public record MessagesMoved(long pushed, long popped) {}
