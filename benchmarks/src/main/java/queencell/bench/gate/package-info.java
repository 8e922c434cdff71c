/// `benchmarks/gate-load`: Gate under load beside a plain relay, against a real broker and a real database.
/// `docs/performance.md` says how it is run and what it last showed.
package queencell.bench.gate;
