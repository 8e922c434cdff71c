package queencell.bench;

import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import queencell.proxy.cluster.Rate;
import queencell.proxy.limit.ShardedBuckets;
import queencell.proxy.limit.Take;

/// What a request pays for its token, and what an answer pays to tell how many are left.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class ProxyBucketBenchmark {

    /// Never empty, so that each call is the ordinary one.
    private static final Rate PLENTY = new Rate(1_000_000_000, 1_000_000_000);

    private static final Rate NOTHING = new Rate(0, 0);

    private final ShardedBuckets buckets = new ShardedBuckets(System::nanoTime);
    private final UUID cluster = new UUID(1, 1);

    @Benchmark
    public Take take() {
        return buckets.take(cluster, PLENTY, 1);
    }

    @Benchmark
    public Take refuse() {
        return buckets.take(cluster, NOTHING, 1);
    }

    @Benchmark
    public Object peek() {
        return buckets.peek(cluster, PLENTY);
    }

    /// Two threads at the bucket of one cluster: the worst case of the lock.
    @Benchmark
    @Threads(2)
    public Take contendedTake() {
        return buckets.take(cluster, PLENTY, 1);
    }
}
