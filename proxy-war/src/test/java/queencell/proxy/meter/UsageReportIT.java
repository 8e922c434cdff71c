package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.Databases;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.meter.UsageReport.Line;

/// What a cluster is shown of its use, from a real PostgreSQL (proxy console, 4.1 and 4.2).
class UsageReportIT {
    private static final PxdbServer SERVER = PxdbServer.running();

    private final UsageReport report = new UsageReport(new Databases(Optional.of(SERVER.shared()), Optional.empty()));

    @Test
    void an_absurd_counter_must_stop_at_the_largest_number_and_not_end_the_answer() {
        var cluster = UsageScene.newCluster();
        SERVER.execute("""
                insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, reqs, msgs, bytes_in, bytes_out)
                select '%s', timestamptz '2026-11-30 10:00:00+00' + n * interval '1 minute', 'read', 1, 2, 3, %d
                  from generate_series(0, 1) n""".formatted(cluster, Long.MAX_VALUE));
        Instant hour = Instant.parse("2026-11-30T10:00:00Z");

        assertThat(report.since(cluster, hour, 60, Optional.empty(), 10))
                .containsExactly(new Line(hour, "read", 2, 4, 6, Long.MAX_VALUE));
    }
}
