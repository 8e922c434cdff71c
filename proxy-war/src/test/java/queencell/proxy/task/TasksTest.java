package queencell.proxy.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TasksTest {
    private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(4);
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    private void repeat(Tasks.Work work) {
        Tasks.repeat(executor, metrics, BackgroundTask.STORAGE_PUMP, Duration.ZERO, Duration.ofMillis(1), work);
    }

    private double value(String name) {
        return metrics.get(name)
                .tag("task", "storage_pump")
                .meter()
                .measure()
                .iterator()
                .next()
                .getValue();
    }

    @Test
    void a_failure_must_not_end_the_task() {
        var runs = new AtomicInteger();
        repeat(() -> {
            if (runs.incrementAndGet() <= 2) {
                throw new IllegalStateException("once more");
            }
            return true;
        });

        await().until(() -> value("queen_proxy_task_last_success_timestamp_seconds") > 0);
        assertThat(value("queen_proxy_task_failures")).isEqualTo(2);
    }

    /// What a task needs may be what keeps the process from becoming ready.
    @Test
    void a_class_that_is_broken_for_good_left_the_process_running() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Broken.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(output).containsOnlyOnce("event=class_broken");
        assertThat(process.exitValue()).isEqualTo(1);
    }

    /// Repeats a task that meets such a class, and would stay.
    static final class Broken {
        private Broken() {}

        public static void main(String[] arguments) throws InterruptedException {
            Tasks.repeat(
                    Executors.newScheduledThreadPool(1),
                    new SimpleMeterRegistry(),
                    BackgroundTask.STORAGE_PUMP,
                    Duration.ZERO,
                    Duration.ofMillis(1),
                    () -> {
                        throw new NoClassDefFoundError("Could not initialize class of.this.Test");
                    });
            Thread.sleep(20_000);
            System.exit(0);
        }
    }

    @Test
    void an_error_must_not_end_the_task() {
        var runs = new AtomicInteger();
        repeat(() -> {
            if (runs.incrementAndGet() <= 2) {
                throw new OutOfMemoryError("of this test");
            }
            return true;
        });

        await().until(() -> value("queen_proxy_task_last_success_timestamp_seconds") > 0);
        assertThat(value("queen_proxy_task_failures")).isEqualTo(2);
    }

    @Test
    void an_error_in_work_that_is_waited_for_must_not_look_like_success() {
        assertThatThrownBy(() -> Bounded.run(Duration.ofSeconds(30), () -> {
                    throw new OutOfMemoryError("of this test");
                }))
                .isInstanceOf(RuntimeException.class)
                .hasRootCauseInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void a_run_that_did_not_do_its_work_is_no_success() {
        var runs = new AtomicInteger();
        repeat(() -> runs.incrementAndGet() < 0);

        await().until(() -> runs.get() >= 3);
        assertThat(value("queen_proxy_task_last_success_timestamp_seconds")).isZero();
    }

    @Test
    void a_slow_run_delays_the_next_one_and_does_not_meet_it() {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var runs = new CountDownLatch(5);
        repeat(() -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            pause();
            running.decrementAndGet();
            runs.countDown();
            return true;
        });

        await().until(() -> runs.getCount() == 0);
        assertThat(most.get()).isEqualTo(1);
    }

    @Test
    void work_that_takes_longer_than_there_is_time_is_not_waited_for() {
        var never = new CountDownLatch(1);

        assertThat(Bounded.run(Duration.ofMillis(20), () -> waitFor(never))).isFalse();
        assertThat(Bounded.run(Duration.ofSeconds(30), () -> {})).isTrue();
        assertThatThrownBy(() -> Bounded.run(Duration.ofSeconds(30), () -> {
                    throw new IllegalStateException("why");
                }))
                .hasMessage("why");
        never.countDown();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
