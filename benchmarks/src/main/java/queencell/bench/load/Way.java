package queencell.bench.load;

import java.net.URI;
import java.util.List;

/// One way to the stand-in for the broker.
///
/// @param pids whose CPU time is the price of this way; none for the direct one
record Way(String name, URI url, List<Long> pids) {}
