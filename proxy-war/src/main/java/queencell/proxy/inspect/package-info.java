/// Readers that count what stands in bodies: of requests, which lie in memory as a whole, and of answers, which pass by
/// in chunks (pipeline, 5.4, 7.5 to 7.9 and 10; broker wire, 24).
///
/// **Pure**; door: Jackson core, for requests only. Nothing is ever rewritten, and no payload is kept. A request is
/// read
/// the way the broker reads it, or refused: what the two could read differently would pass every cap.
package queencell.proxy.inspect;
