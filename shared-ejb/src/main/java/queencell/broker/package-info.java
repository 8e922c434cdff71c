/// The only client that speaks for us to the QueenMQ broker (specification `broker-wire.md`).
///
/// Calls are plain blocking methods of [BrokerClient], meant for virtual threads. Every outcome is a sealed
/// type: nothing that the broker or the network does is an exception. What a call may do by itself after a
/// fault (repeat, wait, go to another broker) is decided in one place, [CallLoop], by the class of the
/// answer, [StatusClass].
///
/// Opens the doors to `address`, `json` and Jackson, nothing else.
package queencell.broker;
