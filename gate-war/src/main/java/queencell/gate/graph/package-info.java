/// The life of graphs on this replica: declared, provisioned, running, stored, reconciled, stopped (runtime, 11 to 13).
///
/// Opens the doors to `stage`, `counter`, `rule`, `plan`, `legacy`, `document` and `queencell.broker`.
package queencell.gate.graph;
