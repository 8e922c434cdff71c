package queencell.bench;

import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import queencell.proxy.limit.MonthHold;
import queencell.proxy.limit.MonthRoom;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.meter.Usage;
import queencell.proxy.meter.UsageAggregate;
import queencell.proxy.route.OpClass;

/// What metering costs a request: one record in the aggregate, by as many threads as there are event loops, for 200
/// clusters in turn. Every other one has a monthly quota, for which room is held and given back.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(2)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class UsageBenchmark {
    private static final int CLUSTERS = 200;

    private final UUID[] clusters = new UUID[CLUSTERS];
    private MonthlyAccounts months;
    private UsageAggregate aggregate;

    /// Where one thread is in its round.
    @State(Scope.Thread)
    public static class Turn {
        private int next;

        int take() {
            next = next + 1 == CLUSTERS ? 0 : next + 1;
            return next;
        }
    }

    @Setup
    public void fill() {
        months = new MonthlyAccounts(new PushBlocks(new StorageAccounts()));
        aggregate = new UsageAggregate(InstantSource.system(), months);
        for (int i = 0; i < CLUSTERS; i++) {
            clusters[i] = new UUID(i * 0x9E3779B97F4A7C15L, i);
            if (i % 2 == 0) {
                months.settle(clusters[i], 0, Long.MAX_VALUE);
            }
        }
    }

    /// A push of five messages, from its admission to its count.
    @Benchmark
    public void push(Turn turn) {
        UUID cluster = clusters[turn.take()];
        MonthRoom room = months.hold(cluster, 5);
        aggregate.record(cluster, OpClass.PUSH, Usage.request(5, 1_000, 400));
        if (room instanceof MonthRoom.Kept(MonthHold hold)) {
            hold.release();
        }
    }

    /// A request without messages.
    @Benchmark
    public void read(Turn turn) {
        aggregate.record(clusters[turn.take()], OpClass.READ, Usage.request(0, 0, 400));
    }
}
