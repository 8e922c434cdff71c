/// The v1 shapes and their mapping to a document (document, 12).
///
/// **Pure**. Doors: `document`, and `plan` for the names of queues that a migration note must tell.
/// Way in: [queencell.gate.legacy.Declarations].
package queencell.gate.legacy;
