/// The data plane: workers that claim, classify, admit, park and settle (runtime, 3 to 10).
///
/// A worker is a plain blocking loop on a virtual thread: one pop, one charge and one transaction per full claim.
/// No database, no depth read, no log line per message. Opens the doors to `counter`, `item`, `plan` and
/// `queencell.broker`.
package queencell.gate.stage;
