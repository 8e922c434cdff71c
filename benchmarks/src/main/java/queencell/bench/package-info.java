/// Benchmarks of hot code, run with JMH: `docs/performance.md` says how, and what they last showed.
package queencell.bench;
