/// Runs requests through the whole data path before the first tenant does, so that none meets code that the JVM has
/// not compiled yet (pipeline, 14.2): the same filters, resource, listener and upstream client, on state that is
/// thrown away afterwards, in front of a stand-in for the broker.
package queencell.proxy.rehearsal;
