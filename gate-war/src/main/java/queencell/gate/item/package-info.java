/// What is read from or written on one message, as bytes: cost, scope values, op, the `_gate` stamp, transaction ids
/// (document, 3 and 6.4; runtime, 4, 9.2 and 9.3).
///
/// **Pure**. Door: `plan`. Nothing here makes a tree of a payload or copies more of it than it needs.
package queencell.gate.item;
