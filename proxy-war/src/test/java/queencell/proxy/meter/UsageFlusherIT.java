package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.route.OpClass;

/// Against a real PostgreSQL with the real `record_usage`.
class UsageFlusherIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:30Z");
    private static Pxdb pxdb;

    private final UsageAggregate aggregate = new UsageAggregate(() -> NOW);

    @BeforeAll
    static void open() {
        pxdb = SERVER.pxdb();
    }

    @AfterAll
    static void close() throws IOException {
        pxdb.close();
    }

    private static String msgsOf(UUID cluster) {
        return SERVER.value(
                "select sum(msgs) from queen_proxy.usage_minutes where cluster_id = '%s'".formatted(cluster));
    }

    @Test
    void the_open_minute_is_written_at_the_stop_and_not_before() {
        UUID cluster = SERVER.cluster("flush");
        aggregate.record(cluster, OpClass.PUSH, Usage.request(5, 10, 20));
        var flusher = new UsageFlusher(aggregate, Optional.of(new UsageTable(pxdb)));

        flusher.flush();
        assertThat(msgsOf(cluster)).isNull();
        flusher.drain(Duration.ofSeconds(4));
        assertThat(msgsOf(cluster)).isEqualTo("5");
    }

    @Test
    void a_batch_written_twice_counts_once() {
        UUID cluster = SERVER.cluster("twice");
        UsageBatch batch = UsageBatch.of(List.of(new UsageLine(cluster, 1, OpClass.PUSH, new Usage(1, 7, 0, 0))))
                .getFirst();
        var table = new UsageTable(pxdb);

        assertThat(table.write(batch, Duration.ofSeconds(5)).applied()).isTrue();
        assertThat(table.write(batch, Duration.ofSeconds(5)).applied()).isFalse();
        assertThat(msgsOf(cluster)).isEqualTo("7");
    }

    @Test
    void a_deleted_cluster_must_not_keep_the_others_usage_from_being_written() {
        UUID cluster = SERVER.cluster("survivor");
        aggregate.record(new UUID(9, 9), OpClass.READ, Usage.request(1, 0, 0));
        aggregate.record(cluster, OpClass.READ, Usage.request(2, 0, 0));

        new UsageFlusher(aggregate, Optional.of(new UsageTable(pxdb))).drain(Duration.ofSeconds(4));

        assertThat(msgsOf(cluster)).isEqualTo("2");
    }
}
