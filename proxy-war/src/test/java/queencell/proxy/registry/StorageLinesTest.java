package queencell.proxy.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.log.EventLog;
import queencell.log.EventSink;
import queencell.proxy.limit.StorageAccounts.Transition;

/// Dashboards filter on the fields of these lines (pipeline, 17).
class StorageLinesTest {
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    @BeforeEach
    void listenToTheLog() {
        EventSink.use(new EventSink(EventLog.Level.INFO, false, Clock.systemUTC(), log));
    }

    @AfterEach
    void letTheLogGo() {
        EventSink.use(
                new EventSink(EventLog.Level.INFO, false, Clock.systemUTC(), new FileOutputStream(FileDescriptor.out)));
    }

    @Test
    void a_dashboard_must_tell_a_block_from_its_release() {
        var cluster = new UUID(1, 2);
        RegistryState.tell(new Transition(cluster, true), 11);
        RegistryState.tell(new Transition(cluster, false), 9);

        assertThat(log.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("storage_blocked", "cluster=" + cluster, "kind=storage", "blocked=true"),
                        line -> assertThat(line)
                                .contains("storage_released", "cluster=" + cluster, "kind=storage", "blocked=false"));
    }
}
