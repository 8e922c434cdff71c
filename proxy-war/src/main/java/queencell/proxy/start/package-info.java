/// Start and stop of the proxy (pipeline, 14): reads the settings, opens the database, starts what the rooms own in
/// order, binds the listener, and takes it all down again without losing a request. Opens the doors to every room.
package queencell.proxy.start;
