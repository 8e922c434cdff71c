/// The HTTP API of both listeners (runtime, 14 to 18).
///
/// Resources parse and delegate; every refusal is a [queencell.web.RefusedException] made by [Refuse]. All of them
/// may block: they run on virtual threads. Opens the doors to `graph`, `item`, `rule`, `plan`, `counter`, `stage`,
/// `document`, `legacy`, `signin`, `queencell.signin`, `queencell.listener` and `queencell.web`.
package queencell.gate.api;
