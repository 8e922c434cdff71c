package queencell.bench.load;

import java.nio.file.Path;
import java.util.Map;
import queencell.dev.Endpoint;

/// The stand-in for the broker: an nginx with ready answers, much cheaper than the proxy.
final class Stub {
    static final String DEPTH = "/api/v1/resources/queues/orders/depth";
    static final String POP = "/api/v1/pop/queue/orders";
    static final String LARGE = "/api/v1/pop/queue/large";
    static final String LARGE_FILE = "large.json";

    private Stub() {}

    /// @param folder may hold [#LARGE_FILE], which [#LARGE] is answered with
    static Nginx start(Programs programs, Path folder, Endpoint endpoint) {
        String popped = Texts.popped();
        int half = popped.length() / 2;
        Map<String, String> values = Map.ofEntries(
                Map.entry("folder", folder.toString()),
                Map.entry("port", Integer.toString(endpoint.port())),
                Map.entry("listing", Texts.listing()),
                Map.entry("depthPath", DEPTH),
                Map.entry("depth", Texts.depth()),
                Map.entry("pushed", Texts.pushed()),
                Map.entry("popPath", POP),
                Map.entry("poppedFirst", popped.substring(0, half)),
                Map.entry("poppedRest", popped.substring(half)),
                Map.entry("largePath", LARGE),
                Map.entry("largeFile", folder.resolve(LARGE_FILE).toString()));
        return Nginx.start("stub", programs.nginx(), folder, Texts.filled("stub.conf", values), endpoint);
    }
}
