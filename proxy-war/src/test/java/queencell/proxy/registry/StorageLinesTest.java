package queencell.proxy.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;
import queencell.proxy.limit.StorageAccounts.Transition;

/// Dashboards filter on the fields of these lines (pipeline, 17).
class StorageLinesTest {
    @AutoClose
    private final HeardLog log = new HeardLog();

    @Test
    void a_dashboard_must_tell_a_block_from_its_release() {
        var cluster = new UUID(1, 2);
        RegistryState.tell(new Transition(cluster, true), 11);
        RegistryState.tell(new Transition(cluster, false), 9);

        assertThat(log.lines("storage_blocked"))
                .singleElement()
                .asString()
                .contains("cluster=" + cluster, "kind=storage", "blocked=true");
        assertThat(log.lines("storage_released"))
                .singleElement()
                .asString()
                .contains("cluster=" + cluster, "kind=storage", "blocked=false");
    }
}
