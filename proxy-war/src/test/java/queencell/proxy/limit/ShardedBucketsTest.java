package queencell.proxy.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.Rate;

class ShardedBucketsTest {
    private static final UUID CLUSTER = new UUID(1, 1);

    private final AtomicLong nanos = new AtomicLong();
    private final ShardedBuckets buckets = new ShardedBuckets(nanos::get);

    @Test
    void threads_that_race_must_not_admit_one_token_too_many() throws Exception {
        Rate rate = new Rate(1000, 5000);
        int threads = 8;
        buckets.take(CLUSTER, rate, 5000);
        var barrier = new CyclicBarrier(threads);
        List<Callable<Integer>> takers = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            takers.add(() -> {
                int admitted = 0;
                barrier.await();
                for (int call = 0; call < 2000; call++) {
                    // time goes on while they race: 8 threads, 2000 calls, 1 ms each: 16 s
                    nanos.addAndGet(1_000_000);
                    admitted += buckets.take(CLUSTER, rate, 3) instanceof Take.Allowed ? 3 : 0;
                }
                return admitted;
            });
        }
        long admitted = sum(takers);
        // the burst went first, so that they share 16 s of refill, less what the bucket still holds
        long left = buckets.peek(CLUSTER, rate).nanoTokens();
        assertThat(admitted * 1_000_000_000L + left).isEqualTo(16_000 * 1_000_000_000L);
    }

    @Test
    void a_flood_of_one_cluster_must_not_refuse_another() {
        Rate rate = new Rate(1, 1);
        for (int cluster = 0; cluster < 100; cluster++) {
            UUID id = new UUID(0, cluster);
            assertThat(buckets.take(id, rate, 1)).isInstanceOf(Take.Allowed.class);
            assertThat(buckets.take(id, rate, 1)).isInstanceOf(Take.Denied.class);
        }
    }

    @Test
    void deliveries_put_later_pushes_in_debt() {
        Rate rate = new Rate(10, 20);
        buckets.debit(CLUSTER, rate, 1000);
        pass(Duration.ofMillis(2099));
        assertThat(buckets.take(CLUSTER, rate, 1)).isInstanceOf(Take.Denied.class);
        pass(Duration.ofMillis(1));
        assertThat(buckets.take(CLUSTER, rate, 1)).isInstanceOf(Take.Allowed.class);
    }

    @Test
    void looking_must_not_take() {
        Rate rate = new Rate(10, 20);
        assertThat(buckets.peek(CLUSTER, rate).wholeTokens()).isEqualTo(20);
        assertThat(buckets.size()).isZero();
    }

    @Test
    void clusters_that_left_must_not_stay_in_memory() {
        Rate rate = new Rate(1, 100);
        for (int cluster = 0; cluster < 500; cluster++) {
            buckets.take(new UUID(0, cluster), rate, 1);
        }
        pass(Duration.ofSeconds(599));
        buckets.take(CLUSTER, rate, 1);
        assertThat(buckets.size()).isEqualTo(501);
        pass(Duration.ofSeconds(120));
        buckets.take(CLUSTER, rate, 1);
        assertThat(buckets.size()).isEqualTo(1);
    }

    @Test
    void being_forgotten_must_not_refill_a_bucket() {
        Rate slow = new Rate(1, 100_000);
        assertThat(buckets.take(CLUSTER, slow, 100_000)).isInstanceOf(Take.Allowed.class);
        pass(Duration.ofSeconds(1000));
        buckets.take(new UUID(9, 9), slow, 1);
        assertThat(buckets.take(CLUSTER, slow, 1001)).isInstanceOf(Take.Denied.class);
        assertThat(buckets.take(CLUSTER, slow, 1000)).isInstanceOf(Take.Allowed.class);
    }

    @Test
    void nothing_is_no_reason_to_touch_a_bucket() {
        assertThatThrownBy(() -> buckets.take(CLUSTER, new Rate(1, 1), 0)).hasMessageContaining("at least 1");
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static long sum(List<Callable<Integer>> takers) throws InterruptedException, ExecutionException {
        long sum = 0;
        try (ExecutorService executor = Executors.newFixedThreadPool(takers.size())) {
            for (Future<Integer> taker : executor.invokeAll(takers)) {
                sum += taker.get();
            }
        }
        return sum;
    }
}
