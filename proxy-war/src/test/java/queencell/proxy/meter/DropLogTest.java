package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;

class DropLogTest {
    @AutoClose
    private final HeardLog log = new HeardLog();

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final DropLog drops = new DropLog(metrics);

    @Test
    void usage_that_is_dropped_must_be_told_once_a_minute_and_reason_and_counted_every_time() {
        drops.dropped(0, "spool_full");
        drops.dropped(2, "spool_full");
        drops.dropped(3, "spool_full");
        drops.dropped(4, "spool_unwritable");

        assertThat(log.lines("usage_dropped"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("ERROR", "reason=spool_full", "rows=2", "rows_in_total=2"),
                        line -> assertThat(line).contains("ERROR", "reason=spool_unwritable", "rows=4"));
        assertThat(dropped("spool_full")).isEqualTo(5);
        assertThat(dropped("spool_unwritable")).isEqualTo(4);
        assertThat(dropped("cluster_gone"))
                .as("there before anything is dropped")
                .isZero();
    }

    private double dropped(String reason) {
        return metrics.get("queen_proxy_usage_rows_dropped")
                .tag("reason", reason)
                .counter()
                .count();
    }
}
