package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;

/// Faults around the flush that only real parts have: a pool that is used up, locks, two writers at once, a clock that
/// steps.
class UsageFaultsIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Pxdb PXDB = SERVER.shared();

    private UsageScene scene;

    @TempDir
    private Path folder;

    @BeforeEach
    void make() {
        scene = new UsageScene(folder);
    }

    private UsageFlusher flusher(UsageAggregate counted, Pxdb database) {
        return scene.flusher(counted, new UsageTable(database), 0, UsageFlusher.BETWEEN_RECOVERIES);
    }

    @Test
    void a_pool_without_a_free_connection_must_not_cost_usage_nor_wait_for_a_restart() throws Exception {
        UsageAggregate counted = scene.aggregate();
        try (Pxdb small = SERVER.pxdb(Map.of("PXDB_POOL_SIZE", "2", "PXDB_TIMEOUT_MS", "300"))) {
            UsageFlusher flusher = flusher(counted, small);
            assertThat(flusher.flush()).isTrue();
            List<Connection> others = new ArrayList<>();
            try {
                others.add(small.pool().getConnection());
                others.add(small.pool().getConnection());
                scene.use(counted, 3);
                scene.nextMinute();
                assertThat(flusher.flush()).isFalse();
                assertThat(scene.spooled()).hasSize(1);
                scene.use(counted, 4);
                scene.nextMinute();
                assertThat(flusher.flush()).isFalse();
                assertThat(flusher.flush())
                        .as("nothing to write is no sign of life, and no reason to try the spool")
                        .isFalse();
            } finally {
                for (Connection each : others) {
                    each.close();
                }
            }

            // the first flush after it brings the outage's usage along, without a pause and without new usage
            assertThat(flusher.flush()).isTrue();
        }
        assertThat(scene.msgs()).isEqualTo("7");
        assertThat(scene.spooled()).isEmpty();
    }

    @Test
    void a_lock_that_somebody_holds_must_not_hold_up_the_flush_for_ever() throws SQLException {
        UsageAggregate counted = scene.aggregate();
        UsageFlusher flusher = flusher(counted, PXDB);
        scene.use(counted, 5);
        scene.nextMinute();
        try (Connection other = PXDB.pool().getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().execute("lock table queen_proxy.usage_batches in access exclusive mode");
            assertThat(flusher.flush()).isFalse();
            assertThat(scene.spooled()).hasSize(1);
            other.rollback();
        }

        assertThat(flusher.flush()).isTrue();
        assertThat(scene.msgs()).isEqualTo("5");
    }

    @Test
    void two_proxies_that_write_the_same_minutes_at_once_must_neither_lose_nor_double_nor_stop_each_other()
            throws Exception {
        int rounds = 20;
        List<UUID> shared = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            shared.add(UsageScene.newCluster());
        }
        UsageAggregate one = scene.aggregate();
        UsageAggregate two = scene.aggregate();
        UsageFlusher first = flusher(one, PXDB);
        UsageFlusher second = flusher(two, PXDB);
        try (var proxies = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < rounds; round++) {
                for (UUID each : shared) {
                    UsageScene.use(one, each, 3);
                    UsageScene.use(two, each, 4);
                }
                if (round % 2 == 1) {
                    scene.nextMinute();
                }
                Future<Boolean> other = proxies.submit(second::flush);
                assertThat(first.flush()).as("round %d", round).isTrue();
                assertThat(other.get()).as("round %d", round).isTrue();
            }
        }

        assertThat(SERVER.value(
                        "select string_agg(distinct (msgs || ' ' || reqs), ',') from queen_proxy.usage_minutes where cluster_id in ('%s')"
                                .formatted(String.join(
                                        "','",
                                        shared.stream().map(UUID::toString).toList()))))
                .isEqualTo("14 4");
        assertThat(scene.spooled()).isEmpty();
    }

    @Test
    void a_clock_that_steps_an_hour_forward_and_back_must_lose_and_double_nothing() {
        UsageAggregate counted = scene.aggregate();
        UsageFlusher flusher = flusher(counted, PXDB);
        scene.use(counted, 1);
        scene.step(HOUR);
        scene.use(counted, 2);
        assertThat(flusher.flush()).isTrue();
        assertThat(scene.minutes()).isEqualTo("10:00 1");

        // corrected: minutes that were used and written before fill a second time
        scene.step(HOUR.negated());
        scene.use(counted, 4);
        scene.nextMinute();
        scene.use(counted, 8);
        flusher.flush();
        assertThat(scene.minutes()).isEqualTo("10:00 5");

        scene.step(HOUR);
        flusher.flush();
        assertThat(scene.minutes()).isEqualTo("10:00 5, 10:01 8, 11:00 2");
        assertThat(counted.drainAll()).isEmpty();
    }

    @Test
    void a_clock_that_steps_an_hour_back_and_forward_must_lose_and_double_nothing() {
        UsageAggregate counted = scene.aggregate();
        UsageFlusher flusher = flusher(counted, PXDB);
        scene.use(counted, 1);
        scene.step(HOUR.negated());
        scene.use(counted, 2);
        scene.nextMinute();
        flusher.flush();
        // 10:00 is still to come for this clock
        assertThat(scene.minutes()).isEqualTo("09:00 2");

        scene.step(HOUR);
        scene.use(counted, 4);
        flusher.flush();
        scene.nextMinute();
        flusher.flush();
        assertThat(scene.minutes()).isEqualTo("09:00 2, 10:00 1, 10:01 4");
    }

    @Test
    void a_stop_after_a_step_back_must_write_the_minutes_to_come_too() {
        UsageAggregate counted = scene.aggregate();
        UsageFlusher flusher = flusher(counted, PXDB);
        scene.use(counted, 1);
        scene.step(HOUR.negated());
        scene.use(counted, 2);
        flusher.drain(Duration.ofSeconds(10));

        assertThat(scene.minutes()).isEqualTo("09:00 2, 10:00 1");
    }
}
