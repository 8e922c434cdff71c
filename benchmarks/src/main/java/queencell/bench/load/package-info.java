/// Runs of whole processes under load: what the proxy costs beside nginx and beside nothing, and how long a failed
/// sign-in takes. `docs/performance.md` says how they are run and what they last showed.
package queencell.bench.load;
