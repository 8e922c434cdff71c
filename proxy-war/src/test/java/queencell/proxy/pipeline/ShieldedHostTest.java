package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.EffectiveStatus;

/// Every host withholds what it knows (pipeline, 2): a cluster's state must not show in what surrounds a 401 either.
class ShieldedHostTest {
    private static final Map<String, String> SHIELDED =
            Map.of("QUEEN_PROXY_SHARED_HOSTS", "all.example", "QUEEN_PROXY_SHIELD", "all");
    private static final String[] PUSH = {"POST /api/v1/push", "Host: held.example"};
    private static final String ITEM = "{\"items\":[{\"queue\":\"q\",\"payload\":1}]}";

    @AutoClose
    private final HeardLog log = new HeardLog();

    @Test
    void a_push_block_must_show_to_nobody_without_a_live_credential() throws IOException {
        try (var path = new TestPath("held", "http://127.0.0.1:1", EffectiveStatus.PUSH_BLOCKED, SHIELDED)) {
            WireClient.Answer anonymous = path.call(ITEM, PUSH);
            WireClient.Answer unknown = path.call(ITEM, "POST /api/v1/push", "Host: nobody.example");

            assertThat(anonymous.status()).isEqualTo(401);
            assertThat(anonymous.body()).isEqualTo(unknown.body());
            assertThat(anonymous.headers().keySet()).isEqualTo(unknown.headers().keySet());
            assertThat(log.lines("limit_reached")).isEmpty();

            WireClient.Answer known = path.call(ITEM, PUSH[0], PUSH[1], "Authorization: Bearer " + TestPath.KEY);
            assertThat(known.code()).isEqualTo("push_blocked");
            assertThat(log.lines("limit_reached")).isNotEmpty();
        }
    }

    @Test
    void a_suspended_cluster_must_look_like_none_without_a_live_credential() throws IOException {
        try (var path = new TestPath("held", "http://127.0.0.1:1", EffectiveStatus.SUSPENDED, SHIELDED)) {
            assertThat(path.call(ITEM, PUSH).status()).isEqualTo(401);
            assertThat(path.call(ITEM, PUSH[0], PUSH[1], "Authorization: Bearer " + TestPath.KEY)
                            .code())
                    .isEqualTo("cluster_suspended");
            assertThat(path.call(ITEM, PUSH[0], "Host: nobody.example", "Authorization: Bearer " + TestPath.KEY)
                            .code())
                    .isEqualTo("cluster_unknown");
        }
    }

    /// A blocked path answers before the state of the cluster is told.
    @Test
    void a_suspended_cluster_must_not_tell_which_paths_are_the_operators() throws IOException {
        var operated = new HashMap<>(SHIELDED);
        operated.put("QUEEN_PROXY_OPERATOR_ENABLED", "true");
        try (var path = new TestPath("held", "http://127.0.0.1:1", EffectiveStatus.SUSPENDED, operated)) {
            WireClient.Answer operators = path.ask("GET /api/v1/status", "held.example");
            WireClient.Answer nobodys = path.ask("GET /api/v1/statusfoo", "held.example");
            assertThat(operators.status()).isEqualTo(404);
            assertThat(operators.body()).isEqualTo(nobodys.body());
            assertThat(path.ask("GET /api/v1/status/queues", "held.example").code())
                    .isEqualTo("cluster_suspended");
        }
    }
}
