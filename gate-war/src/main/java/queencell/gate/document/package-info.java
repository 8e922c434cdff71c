/// The declaration document: its records, the strict reader and the stored form (document, 1).
///
/// **Pure**: bytes or values in, values out; no clock, no I/O, no container. Doors: the JDK and Jackson core (its
/// streaming parser, in [queencell.gate.document.JsonText] only).
///
/// Way in: [queencell.gate.document.JsonText] makes a [queencell.gate.document.Json] of bytes,
/// [queencell.gate.document.DocumentReader] makes a [queencell.gate.document.GraphDocument] of that, or says everything
/// that is wrong. Way out: [queencell.gate.document.StoredForm].
package queencell.gate.document;
