/// Gate as a process: [queencell.gate.Gate] wires the rooms and starts and stops them in order, and the container's
/// start-up bean owns it. May open every room's door; no room opens this one.
package queencell.gate;
