/// Reading JSON that lies in memory as bytes, front to back and without a tree: the bodies that the proxy counts and
/// the
/// answers of the broker. Work is in proportion to the bytes, whatever a sender chose as names: no table of names is
/// kept.
///
/// Opens the door to the JDK alone.
package queencell.json;
