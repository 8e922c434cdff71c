package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Configuring makes a queue and none of its partitions (pipeline, 7.8).
class ConfiguredQueueIT {
    @AutoClose
    private static final ProxyInProcess PROXY = new ProxyInProcess(Map.of());

    private static final String CONFIGURE = "{\"queue\":\"orders\",\"options\":{\"leaseTime\":30}}";
    private static final String PUSH = "{\"items\":[{\"queue\":\"orders\",\"partition\":\"%s\",\"payload\":1}]}";

    /// The partition that was admitted with it was none of those that came.
    @Test
    void a_queue_that_was_configured_first_held_one_partition_less() throws IOException {
        var tenant = PROXY.tenant("configure-first", "{produce,consume,admin}");
        PROXY.sql("select queen_proxy.set_limit_override('%s', '{\"max_partitions_per_queue\": 2}')"
                .formatted(tenant.cluster()));
        PROXY.broker.answers(200, "{}");
        assertThat(tenant.call("POST /api/v1/configure", CONFIGURE).status()).isEqualTo(200);

        PROXY.broker.answers(201, "[{\"status\":\"queued\"}]");
        for (String partition : new String[] {"a", "b"}) {
            assertThat(tenant.call("POST /api/v1/push", PUSH.formatted(partition))
                            .status())
                    .isEqualTo(201);
        }
        assertThat(tenant.call("POST /api/v1/push", PUSH.formatted("c")).code()).isEqualTo("quota_exceeded");
    }
}
