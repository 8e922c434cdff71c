package queencell.proxy.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import queencell.broker.MessagesMoved;
import queencell.proxy.cluster.CellSecret;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.EffectiveLimits;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.Features;
import queencell.proxy.meter.MeteredHour;

class MeterCheckTest {
    private static final ClusterContext ACME = cluster(1);
    private static final ClusterContext BOLT = cluster(2);

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    private static ClusterContext cluster(long number) {
        var id = new UUID(0, number);
        return new ClusterContext(
                id,
                id,
                id,
                "c" + number,
                "http://127.0.0.1:1",
                CellSecret.none(),
                EffectiveStatus.ACTIVE,
                EffectiveLimits.unlimited(),
                Features.none());
    }

    private MeterCheck check(List<ClusterContext> clusters, Map<ClusterContext, MessagesMoved> broker) {
        return new MeterCheck(
                () -> clusters,
                (cluster, from, to) -> Optional.ofNullable(broker.get(cluster)),
                (cluster, from, to) -> new MeteredHour(10, 20),
                () -> Instant.parse("2026-11-30T10:05:42Z"),
                metrics);
    }

    @Test
    void the_hour_that_is_compared_ended_when_both_sides_had_written_it() {
        MeterCheck check = check(List.of(ACME), Map.of(ACME, new MessagesMoved(10, 20)));
        check.run();

        assertThat(check.of(ACME.id())).hasValueSatisfying(difference -> {
            assertThat(difference.from()).isEqualTo("2026-11-30T09:02:00Z");
            assertThat(difference.to()).isEqualTo("2026-11-30T10:02:00Z");
            assertThat(difference.largest()).isZero();
        });
    }

    @Test
    void the_metric_is_the_largest_difference_of_all_clusters_in_either_direction() {
        check(List.of(ACME, BOLT), Map.of(ACME, new MessagesMoved(13, 20), BOLT, new MessagesMoved(10, 13)))
                .run();

        assertThat(metrics.get("queen_proxy_meter_difference_max").gauge().value())
                .isEqualTo(7);
    }

    @Test
    void a_broker_that_does_not_answer_leaves_the_others_compared_and_is_no_success() {
        MeterCheck check = check(List.of(ACME, BOLT), Map.of(BOLT, new MessagesMoved(11, 20)));

        assertThat(check.run()).isFalse();
        assertThat(check.of(ACME.id())).isEmpty();
        assertThat(check.of(BOLT.id())).isPresent();
    }
}
