package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;

/// A full queue whose partitions nobody has seen since the start: the broker is asked, and the body is judged again
/// (pipeline, 7.9, A5).
class ShadowRepeatIT {
    @AutoClose
    private static final ProxyInProcess PROXY = new ProxyInProcess(Map.of("QUEEN_PROXY_ENFORCE", "false"));

    @AutoClose
    private final HeardLog log = new HeardLog();

    /// From the lines and the metric an operator decides whether limits can be enforced.
    @Test
    void what_shadow_mode_would_have_refused_was_told_twice_of_one_request() throws IOException {
        var tenant = PROXY.tenant("shadow-repeat", "{produce,consume,admin}");
        PROXY.sql("insert into queen_proxy.queues (cluster_id, name, partitions_count) values ('%s', 'orders', 8)"
                .formatted(tenant.cluster()));

        WireClient.Answer answer = tenant.call(
                "POST /api/v1/configure", "{\"queue\":\"orders\",\"options\":{\"retentionSeconds\":9999999}}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(PROXY.broker.seen()).as("asked what exists, then configured").hasSizeGreaterThan(1);
        assertThat(log.lines("limit_reached"))
                .filteredOn(line -> line.contains("kind=retention"))
                .hasSize(1);
    }
}
