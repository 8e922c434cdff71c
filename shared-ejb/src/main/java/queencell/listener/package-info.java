/// The server that feeds a JAX-RS application: strict HTTP/1.1 framing, edge caps, raw targets, TLS, drain,
/// disconnects (pipeline, 12 to 14).
///
/// [queencell.listener.HttpListener] is the Netty host; the servlet classes host the same application on
/// Payara's own listener. Both show a request to the application as [queencell.listener.Inbound] and take
/// [queencell.listener.RelayedAnswer] as a response entity.
package queencell.listener;
