package queencell.proxy.start;

import java.util.List;
import java.util.stream.Stream;
import queencell.proxy.access.AccessRows;
import queencell.proxy.cluster.ClusterRows;
import queencell.proxy.meter.UsageRows;
import queencell.proxy.registry.RegistryRows;

/// Every entity and converter of the proxy, named by the rooms that own them.
final class PersistentRows {
    static final List<Class<?>> ALL = Stream.of(ClusterRows.ALL, AccessRows.ALL, RegistryRows.ALL, UsageRows.ALL)
            .flatMap(List::stream)
            .toList();

    private PersistentRows() {}
}
