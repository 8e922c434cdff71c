package queencell.proxy.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import queencell.broker.MessagesMoved;
import queencell.proxy.HeardLog;
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
        return cluster(number, "http://127.0.0.1:1");
    }

    private static ClusterContext cluster(long number, String cell) {
        var id = new UUID(0, number);
        return new ClusterContext(
                id,
                id,
                id,
                "c" + number,
                cell,
                CellSecret.none(),
                EffectiveStatus.ACTIVE,
                EffectiveLimits.unlimited(),
                Features.none());
    }

    private static final Instant MINUTE = Instant.parse("2026-11-30T09:30:00Z");

    private static MeteredHour metered(long pushed, long delivered) {
        return new MeteredHour(new TreeMap<>(Map.of(MINUTE, new MeteredHour.Count(pushed, delivered))));
    }

    private static MessagesMoved moved(long pushed, long popped) {
        return new MessagesMoved(new TreeMap<>(Map.of(MINUTE, new MessagesMoved.Count(pushed, popped))));
    }

    private MeterCheck check(List<ClusterContext> clusters, Map<ClusterContext, MessagesMoved> broker) {
        return new MeterCheck(
                () -> clusters,
                (cluster, from, to) -> Optional.ofNullable(broker.get(cluster)),
                (cluster, from, to) -> metered(10, 20),
                () -> Instant.parse("2026-11-30T10:05:42Z"),
                metrics);
    }

    @Test
    void the_hour_that_is_compared_ended_when_both_sides_had_written_it() {
        MeterCheck check = check(List.of(ACME), Map.of(ACME, moved(10, 20)));
        check.run();

        assertThat(check.of(ACME.id())).hasValueSatisfying(difference -> {
            assertThat(difference.from()).isEqualTo("2026-11-30T09:02:00Z");
            assertThat(difference.to()).isEqualTo("2026-11-30T10:02:00Z");
            assertThat(difference.largest()).isZero();
        });
    }

    @Test
    void the_metric_is_the_largest_difference_of_all_clusters_in_either_direction() {
        check(List.of(ACME, BOLT), Map.of(ACME, moved(13, 20), BOLT, moved(10, 13)))
                .run();

        assertThat(metrics.get("queen_proxy_meter_difference_max").gauge().value())
                .isEqualTo(7);
    }

    @Test
    void the_minutes_in_which_meter_and_broker_disagree_are_told_and_no_other() {
        Instant next = MINUTE.plusSeconds(60);
        Instant last = MINUTE.plusSeconds(120);
        var check = new MeterCheck(
                () -> List.of(ACME),
                (cluster, from, to) -> Optional.of(new MessagesMoved(new TreeMap<>(Map.of(
                        MINUTE, new MessagesMoved.Count(5, 6),
                        next, new MessagesMoved.Count(7, 8),
                        last, new MessagesMoved.Count(1, 0))))),
                (cluster, from, to) -> new MeteredHour(
                        new TreeMap<>(Map.of(MINUTE, new MeteredHour.Count(5, 6), next, new MeteredHour.Count(7, 7)))),
                () -> Instant.parse("2026-11-30T10:05:42Z"),
                metrics);
        check.run();

        assertThat(check.of(ACME.id()).orElseThrow().minutes())
                .containsExactly(
                        new MeterCheck.Minute(next, new MeteredHour.Count(7, 7), new MessagesMoved.Count(7, 8)),
                        new MeterCheck.Minute(last, MeteredHour.Count.NONE, new MessagesMoved.Count(1, 0)));
    }

    @Test
    void a_broker_that_does_not_answer_leaves_the_others_compared_and_is_no_success() {
        MeterCheck check = check(List.of(ACME, BOLT), Map.of(BOLT, moved(11, 20)));

        assertThat(check.run()).isFalse();
        assertThat(check.of(ACME.id())).isEmpty();
        assertThat(check.of(BOLT.id())).isPresent();
    }

    @Test
    void a_cell_must_be_asked_for_one_cluster_at_a_time_and_no_cell_may_hold_up_another() {
        List<ClusterContext> clusters = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            clusters.add(cluster(i, "http://127.0.0.1:" + (1 + i % 2)));
        }
        Map<String, AtomicInteger> asking =
                Map.of("http://127.0.0.1:1", new AtomicInteger(), "http://127.0.0.1:2", new AtomicInteger());
        var meeting = new CountDownLatch(2);
        var most = new AtomicInteger();
        var check = new MeterCheck(
                () -> clusters,
                (cluster, from, to) -> {
                    AtomicInteger here = asking.get(cluster.baseUrl());
                    most.accumulateAndGet(here.incrementAndGet(), Math::max);
                    meeting.countDown();
                    // ends only if the other cell is asked meanwhile
                    await(meeting);
                    here.decrementAndGet();
                    return Optional.of(moved(10, 20));
                },
                (cluster, from, to) -> metered(10, 20),
                () -> Instant.parse("2026-11-30T10:05:42Z"),
                metrics);

        assertThat(check.run()).isTrue();
        assertThat(most.get()).isEqualTo(1);
        assertThat(clusters).allSatisfy(each -> assertThat(check.of(each.id())).isPresent());
    }

    @Test
    void a_cell_that_is_away_must_not_be_asked_for_every_cluster_it_has() {
        List<ClusterContext> clusters = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            clusters.add(cluster(i, i < 20 ? "http://127.0.0.1:1" : "http://127.0.0.1:2"));
        }
        var asked = new AtomicInteger();
        var check = new MeterCheck(
                () -> clusters,
                (cluster, from, to) -> {
                    if (cluster.baseUrl().endsWith(":1")) {
                        asked.incrementAndGet();
                        return Optional.empty();
                    }
                    return Optional.of(moved(10, 20));
                },
                (cluster, from, to) -> metered(10, 20),
                () -> Instant.parse("2026-11-30T10:05:42Z"),
                metrics);

        assertThat(check.run()).isFalse();
        assertThat(asked.get()).isEqualTo(3);
        assertThat(clusters.subList(20, 30))
                .allSatisfy(each -> assertThat(check.of(each.id())).isPresent());
    }

    @Test
    void a_password_in_the_address_of_a_silent_cell_must_not_be_told() {
        List<ClusterContext> clusters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clusters.add(cluster(i, "http://u:s3cret@127.0.0.1:1"));
        }
        try (var log = new HeardLog()) {
            check(clusters, Map.of()).run();

            assertThat(log.lines("cell_unchecked"))
                    .singleElement()
                    .asString()
                    .contains("cell=http://127.0.0.1:1 ")
                    .doesNotContain("s3cret");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
