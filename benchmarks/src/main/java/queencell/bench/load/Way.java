package queencell.bench.load;

import java.net.URI;
import java.util.List;
import java.util.Map;

/// One way to the stand-in for the broker.
///
/// @param pids whose CPU time is the price of this way; none for the direct one
/// @param headers of every request
record Way(String name, URI url, List<Long> pids, Map<String, String> headers) {}
