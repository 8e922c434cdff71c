package queencell.signin.provider;

import java.util.List;
import java.util.Map;

/// What a browser shows after it went to an address.
///
/// @param url where it ended
/// @param headers by lower-cased name
/// @param trail every address on the way, the last one included
public record Visit(String url, int status, Map<String, List<String>> headers, String body, List<String> trail) {

    /// The first field of this name; empty if there is none.
    public String header(String name) {
        return headers.getOrDefault(name, List.of("")).getFirst();
    }

    public List<String> all(String name) {
        return headers.getOrDefault(name, List.of());
    }

    boolean leadsOn() {
        return status / 100 == 3 && !header("location").isEmpty();
    }
}
