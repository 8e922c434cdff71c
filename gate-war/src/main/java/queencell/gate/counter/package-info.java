/// Counters at the broker: the only place that charges, refunds, reads and spends them (runtime, 7).
///
/// Knows the namespace, the guards and the size of a call. A charge is all or nothing, whatever it takes at the broker.
/// Opens the door to `queencell.broker`.
package queencell.gate.counter;
