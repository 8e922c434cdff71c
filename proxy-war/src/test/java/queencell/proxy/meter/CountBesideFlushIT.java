package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.YearMonth;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;

/// The month is counted in the database while usage goes there: neither waits for the other, and what is on its way
/// meanwhile counts once.
class CountBesideFlushIT {
    private static final PxdbServer SERVER = PxdbServer.running();

    @TempDir
    private Path folder;

    private QuotaScene scene;

    @BeforeEach
    void make() {
        scene = new QuotaScene(folder);
        scene.limit(100);
    }

    @Test
    void a_count_that_takes_long_must_neither_hold_up_the_flush_nor_miss_or_double_what_it_writes() throws Exception {
        scene.use(20);
        try (Connection other = holdingUpTheCount();
                var threads = Executors.newFixedThreadPool(2)) {
            Future<?> evaluation = threads.submit(scene::evaluate);
            awaitWaiting();
            scene.usage.nextMinute();
            scene.use(3);

            assertThat(threads.submit(scene.flusher()::flush).get(60, TimeUnit.SECONDS))
                    .isTrue();
            other.rollback();
            evaluation.get(60, TimeUnit.SECONDS);
        }
        assertThat(scene.used()).hasValue(23);
        scene.evaluate();
        assertThat(scene.used()).hasValue(23);
    }

    @Test
    void a_count_and_a_flush_must_not_wait_for_each_other_where_there_is_one_connection() throws Exception {
        try (Pxdb small = SERVER.pxdb(Map.of("PXDB_POOL_SIZE", "1", "PXDB_TIMEOUT_MS", "60000"));
                Connection other = holdingUpTheCount();
                var threads = Executors.newFixedThreadPool(2)) {
            scene.restart(small);
            scene.use(20);
            scene.usage.nextMinute();
            Future<?> evaluation = threads.submit(scene::evaluate);
            awaitWaiting();
            Future<Boolean> flush = threads.submit(scene.flusher()::flush);
            var pool = small.pool().unwrap(HikariDataSource.class).getHikariPoolMXBean();
            await().atMost(Duration.ofSeconds(60)).until(() -> pool.getThreadsAwaitingConnection() == 1);
            other.rollback();

            // the flush waits for the connection, and the count that has it must not wait for the flush
            evaluation.get(40, TimeUnit.SECONDS);
            assertThat(flush.get(40, TimeUnit.SECONDS)).isTrue();
            scene.evaluate();
        }
        assertThat(scene.used()).hasValue(20);
    }

    /// Locks the plans, which the count reads and the flush does not.
    private static Connection holdingUpTheCount() throws SQLException {
        Connection other = SERVER.shared().pool().getConnection();
        other.setAutoCommit(false);
        other.createStatement().execute("lock table queen_proxy.plans in access exclusive mode");
        return other;
    }

    private static void awaitWaiting() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> SERVER.value("select count(*) from pg_locks where not granted"
                                + " and relation = 'queen_proxy.plans'::regclass")
                        .equals("1"));
    }

    @Test
    void what_is_written_before_the_count_begins_must_not_count_twice() {
        scene.use(20);
        scene.usage.nextMinute();
        WriteWatch watch = scene.flusher().watch();
        scene.flusher().flush();
        QuotaTable.Count count = scene.table(SERVER.shared()).count(ClosedDays.NONE, watch::begun);
        YearMonth month = count.months().stream()
                .filter(each -> each.cluster().equals(scene.usage.cluster))
                .findFirst()
                .orElseThrow()
                .month();

        assertThat(watch.begun()).hasSize(1);
        assertThat(watch.writtenBehind(Set.of()).of(scene.usage.cluster, month)).isEqualTo(20);
        assertThat(watch.writtenBehind(count.included()).of(scene.usage.cluster, month))
                .isZero();
    }
}
