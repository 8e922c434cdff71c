package queencell.proxy.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.registry.Persister.Row;

/// Against a real PostgreSQL with the real schema.
class QueuesIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static Pxdb pxdb;

    @BeforeAll
    static void open() {
        pxdb = SERVER.pxdb();
    }

    @AfterAll
    static void close() throws IOException {
        pxdb.close();
    }

    @Test
    void a_count_is_raised_and_never_lowered() {
        UUID cluster = SERVER.cluster("raised");
        var queues = new Queues(pxdb);
        queues.raise(Map.of(new Row(cluster, "a"), 3, new Row(cluster, "b"), 1));
        queues.raise(Map.of(new Row(cluster, "a"), 2, new Row(cluster, "b"), 4));

        assertThat(queues.of(cluster)).isEqualTo(Map.of("a", 3, "b", 4));
    }

    @Test
    void one_row_that_cannot_be_stored_must_not_keep_the_others_from_it() {
        UUID cluster = SERVER.cluster("mixed");
        var queues = new Queues(pxdb);
        queues.raise(Map.of(new Row(new UUID(8, 8), "gone"), 1, new Row(cluster, " "), 1, new Row(cluster, "a"), 1));

        assertThat(queues.of(cluster)).containsOnlyKeys("a");
    }

    @Test
    void a_deleted_queue_may_come_back() {
        UUID cluster = SERVER.cluster("back");
        var queues = new Queues(pxdb);
        queues.raise(Map.of(new Row(cluster, "a"), 3));
        SERVER.execute("update queen_proxy.queues set deleted_at = now() where cluster_id = '%s'".formatted(cluster));
        assertThat(queues.of(cluster)).isEmpty();
        queues.raise(Map.of(new Row(cluster, "a"), 1));

        assertThat(queues.of(cluster)).isEqualTo(Map.of("a", 1));
    }
}
