package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.route.OpClass;

/// Against a real PostgreSQL with the real `record_usage`, and a real folder.
class UsageFlusherIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final Duration BUDGET = Duration.ofSeconds(4);

    private final AtomicBoolean acknowledgementIsLost = new AtomicBoolean();
    private UsageScene scene;
    private UsageAggregate aggregate;

    @TempDir
    private Path folder;

    @BeforeEach
    void make() {
        scene = new UsageScene(folder);
        aggregate = scene.aggregate();
    }

    private UsageStore.Written write(UsageBatch batch, Duration patience) {
        UsageStore.Written written = scene.write(batch, patience);
        if (acknowledgementIsLost.getAndSet(false)) {
            throw new IllegalStateException("the commit went through and its acknowledgement did not");
        }
        return written;
    }

    private UsageFlusher flusher(UsageStore store) {
        return flusher(aggregate, store, 0);
    }

    private UsageFlusher flusher(UsageAggregate counted, UsageStore store, long maxBytes) {
        return flusher(counted, store, maxBytes, Duration.ZERO);
    }

    private UsageFlusher flusher(UsageAggregate counted, UsageStore store, long maxBytes, Duration betweenRecoveries) {
        return scene.flusher(counted, store, maxBytes, betweenRecoveries);
    }

    private void use(long messages) {
        scene.use(aggregate, messages);
    }

    @Test
    void the_open_minute_is_written_at_the_stop_and_not_before() {
        UsageFlusher flusher = flusher(this::write);
        use(5);

        assertThat(flusher.flush()).isTrue();
        assertThat(scene.msgs()).isEqualTo("0");
        flusher.drain(BUDGET);
        assertThat(scene.msgs()).isEqualTo("5");
        assertThat(scene.spooled()).isEmpty();
    }

    @Test
    void a_commit_whose_acknowledgement_is_lost_must_not_count_twice() {
        UsageFlusher flusher = flusher(this::write);
        use(7);
        scene.nextMinute();
        acknowledgementIsLost.set(true);

        assertThat(flusher.flush()).isFalse();
        assertThat(scene.spooled()).hasSize(1);
        assertThat(flusher.flush()).isTrue();
        assertThat(scene.spooled()).isEmpty();
        assertThat(scene.msgs()).isEqualTo("7");
    }

    @Test
    void a_deleted_cluster_must_not_keep_the_others_usage_from_being_written() {
        aggregate.record(new UUID(9, 9), OpClass.READ, Usage.request(1, 0, 0));
        use(2);

        flusher(this::write).drain(BUDGET);

        assertThat(scene.msgs()).isEqualTo("2");
        assertThat(scene.dropped("cluster_gone")).isEqualTo(1);
    }

    @Test
    void usage_of_an_outage_comes_back_without_a_restart() {
        UsageFlusher flusher = flusher(this::write);
        scene.databaseIsGone.set(true);
        for (int minute = 0; minute < 3; minute++) {
            use(10);
            scene.nextMinute();
            assertThat(flusher.flush()).isFalse();
        }
        assertThat(scene.msgs()).isEqualTo("0");

        scene.databaseIsGone.set(false);
        assertThat(flusher.flush()).isTrue();
        assertThat(scene.msgs()).isEqualTo("30");
        assertThat(scene.spooled()).isEmpty();
    }

    @Test
    void a_recovery_that_the_database_did_not_answer_must_not_put_off_the_next_one() {
        var refusesRows = new AtomicBoolean(true);
        UsageStore store = (batch, patience) -> {
            if (refusesRows.get() && !batch.lines().isEmpty()) {
                throw new IllegalStateException("gone in the middle of it");
            }
            return scene.write(batch, patience);
        };
        UsageFlusher flusher = flusher(aggregate, store, 0, Duration.ofHours(1));
        assertThat(flusher.flush()).isTrue();
        use(23);
        scene.nextMinute();
        assertThat(flusher.flush()).isFalse();
        assertThat(flusher.flush()).as("a recovery in vain").isFalse();
        assertThat(scene.spooled()).hasSize(1);

        refusesRows.set(false);
        assertThat(flusher.flush()).isTrue();
        assertThat(scene.msgs()).isEqualTo("23");
        assertThat(scene.spooled()).isEmpty();
    }

    @Test
    void what_ends_while_a_recovery_rests_must_not_wait_for_its_end_in_memory() throws Exception {
        for (int i = 0; i < 4; i++) {
            Files.writeString(folder.resolve("meter-%d.buf".formatted(i)), SpoolContent.format(left(i)));
        }
        List<UUID> tried = new CopyOnWriteArrayList<>();
        UsageFlusher flusher = flusher((batch, patience) -> {
            tried.add(batch.id());
            if (batch.equals(left(2))) {
                use(5);
                scene.nextMinute();
            }
            throw new IllegalStateException("gone");
        });
        Thread flush = Thread.ofVirtual().start(flusher::flush);

        await().atMost(Duration.ofSeconds(60)).until(() -> scene.spooled().size() == 5);
        assertThat(tried).as("it rests before the fourth file").doesNotContain(left(3).id());
        flusher.drain(BUDGET);
        flush.join();
    }

    @Test
    void what_ends_during_a_long_recovery_must_not_wait_for_its_end_in_memory() throws IOException {
        Files.writeString(folder.resolve("meter-0.buf"), SpoolContent.format(left(0)) + SpoolContent.format(left(1)));
        List<Long> written = new ArrayList<>();
        UsageFlusher flusher = flusher((batch, patience) -> {
            long messages = batch.lines().getFirst().used().msgs();
            if (written.isEmpty()) {
                use(5);
                scene.nextMinute();
            }
            written.add(messages);
            return scene.write(batch, patience);
        });

        assertThat(flusher.flush()).isTrue();
        assertThat(written).containsExactly(100L, 5L, 101L);
    }

    /// What another process has left in the spool.
    private UsageBatch left(int number) {
        var line = new UsageLine(scene.cluster, 29_000_000, OpClass.PUSH, Usage.messages(100 + number));
        return new UsageBatch(new UUID(scene.cluster.getMostSignificantBits(), number), List.of(line));
    }

    @Test
    void the_open_minute_of_a_process_that_stops_while_the_database_is_gone_is_found_by_the_next_one() {
        scene.databaseIsGone.set(true);
        use(11);
        flusher(this::write).drain(BUDGET);
        assertThat(scene.spooled()).hasSize(1);

        scene.databaseIsGone.set(false);
        flusher(scene.aggregate(), this::write, 0).flush();
        assertThat(scene.msgs()).isEqualTo("11");
    }

    @Test
    void a_database_that_hangs_must_not_keep_the_stop_from_the_disk() {
        var never = new CountDownLatch(1);
        use(13);

        flusher((batch, patience) -> {
                    pass(never);
                    throw new IllegalStateException("too late");
                })
                .drain(Duration.ofMillis(1500));

        assertThat(scene.spooled()).hasSize(1);
        never.countDown();
    }

    @Test
    void a_flush_that_hangs_while_the_process_stops_loses_nothing() throws InterruptedException {
        var never = new CountDownLatch(1);
        var hanging = new CountDownLatch(1);
        UsageFlusher flusher = flusher((batch, patience) -> {
            hanging.countDown();
            pass(never);
            throw new IllegalStateException("too late");
        });
        use(17);
        scene.nextMinute();
        Thread.ofVirtual().start(flusher::flush);
        hanging.await();
        use(1);

        flusher.drain(Duration.ofMillis(1500));
        never.countDown();

        flusher(scene.aggregate(), this::write, 0).flush();
        assertThat(scene.msgs()).isEqualTo("18");
    }

    private static void pass(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void an_error_in_the_middle_of_a_write_must_not_lose_the_batch() {
        var failing = new AtomicBoolean(true);
        UsageFlusher flusher = flusher((batch, patience) -> {
            if (failing.get()) {
                throw new OutOfMemoryError("of this test");
            }
            return scene.write(batch, patience);
        });
        use(19);
        scene.nextMinute();
        assertThat(flusher.flush()).isFalse();
        assertThat(scene.spooled()).hasSize(1);
        use(1);
        flusher.drain(BUDGET);

        failing.set(false);
        flusher(scene.aggregate(), this::write, 0).flush();
        assertThat(scene.msgs()).isEqualTo("20");
    }

    @Test
    void two_proxies_that_flush_the_same_minute_add_up() {
        var other = scene.aggregate();
        use(3);
        other.record(scene.cluster, OpClass.PUSH, Usage.request(4, 0, 0));

        flusher(this::write).drain(BUDGET);
        flusher(other, this::write, 0).drain(BUDGET);

        assertThat(scene.msgs()).isEqualTo("7");
        assertThat(SERVER.value("select count(*) from queen_proxy.usage_minutes where cluster_id = '%s'"
                        .formatted(scene.cluster)))
                .isEqualTo("1");
    }

    @Test
    void a_clock_that_steps_back_delays_a_minute_and_loses_nothing() {
        UsageFlusher flusher = flusher(this::write);
        use(1);
        scene.step(Duration.ofHours(-2));
        use(2);
        flusher.flush();
        assertThat(scene.msgs()).isEqualTo("0");
        scene.step(Duration.ofMinutes(121));
        flusher.flush();

        assertThat(scene.msgs()).isEqualTo("3");
    }

    @Test
    void what_a_full_spool_drops_is_counted() {
        UsageFlusher flusher = flusher(aggregate, this::write, 300);
        scene.databaseIsGone.set(true);
        use(1);
        scene.nextMinute();
        flusher.flush();
        use(2);
        scene.nextMinute();
        flusher.flush();

        assertThat(scene.spooled()).hasSize(1);
        assertThat(scene.dropped("spool_full")).isEqualTo(1);
        scene.databaseIsGone.set(false);
        flusher.flush();
        // the oldest usage is the better evidence
        assertThat(scene.msgs()).isEqualTo("1");
    }

    @Test
    void a_folder_that_cannot_be_written_costs_usage_and_says_so() throws IOException {
        Files.delete(folder);
        Files.writeString(folder, "a file, where a folder should be");
        UsageFlusher flusher = flusher(this::write);
        scene.databaseIsGone.set(true);
        use(1);
        scene.nextMinute();

        assertThat(flusher.flush()).isFalse();
        assertThat(scene.dropped("spool_unwritable")).isEqualTo(1);
    }
}
