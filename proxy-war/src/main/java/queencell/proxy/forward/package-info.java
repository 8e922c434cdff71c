/// The way to the broker: an HTTP/1.1 client on the event loop of the inbound connection, the header rules, and
/// the relay of answers (pipeline, 9).
///
/// [queencell.proxy.forward.Upstream] sends, [queencell.proxy.forward.ForwardRules] decides which fields pass.
package queencell.proxy.forward;
