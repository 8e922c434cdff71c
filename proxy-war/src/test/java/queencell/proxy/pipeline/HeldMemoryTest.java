package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.EffectiveStatus;

/// What the whole data path holds while clients wait, leave or read slowly (pipeline, 7.10 and 18). Clients and
/// broker are another process.
class HeldMemoryTest {
    private static final long MIB = 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /// What was measured, twice over: the figure itself is printed.
    private static final long MOST_BYTES_A_POLL = 16 * 1024;

    private static Crowd crowd;
    private static TestPath path;

    @BeforeAll
    static void start() throws IOException {
        crowd = Crowd.start();
        path = new TestPath("path", crowd.brokerUrl(), EffectiveStatus.ACTIVE, Map.of());
        // pools and caches get what they keep for good
        waveOf(200);
    }

    @AfterAll
    static void stop() {
        path.close();
        crowd.close();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE);
    }

    private static void waveOf(int polls) throws IOException {
        crowd.park(polls, path.port());
        await().until(() -> path.parked.parkedInCell() == polls);
        crowd.leave();
        await().until(() -> path.parked.parkedInCell() == 0 && path.openConnections() == 0);
    }

    private static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long direct() {
        long pooled = ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider known
                ? known.metric().usedDirectMemory()
                : 0;
        long others = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return Math.max(pooled, others);
    }

    private static long descriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    @Test
    void ten_thousand_polls_that_were_given_up_must_leave_nothing_behind() throws IOException {
        long heap = liveHeap();
        long descriptors = descriptors();
        int threads = threads();
        for (int wave = 0; wave < 20; wave++) {
            waveOf(500);
        }

        await().until(() -> descriptors() <= descriptors + 20);
        await().until(() -> threads() <= threads + 5);
        assertThat(path.parked.parkedOf(TestPath.CLUSTER)).isZero();
        assertThat(path.upstream.idleConnections()).isZero();
        // a leak of one slot, connection or buffer a poll would be far above
        await().until(() -> liveHeap() <= heap + 10_000 * 100);
    }

    @Test
    void a_parked_poll_must_hold_little_memory() throws IOException {
        int polls = 2_000;
        waveOf(polls);
        long before = liveHeap();
        crowd.park(polls, path.port());
        await().until(() -> path.parked.parkedInCell() == polls);
        long each = (liveHeap() - before) / polls;
        crowd.leave();

        System.out.printf("a parked poll holds %d bytes of live heap%n", each);
        assertThat(each).isLessThan(MOST_BYTES_A_POLL);
    }

    @Test
    void a_large_answer_to_a_slow_reader_must_not_be_held() throws Exception {
        relays(1, 4 * MIB);
        relays(10, 40 * MIB);
    }

    private static void relays(int clients, long most) throws Exception {
        path.call("", "GET /api/v1/resources/queues", "Host: nobody.example");
        long before = liveHeap() + direct();
        crowd.fetch(clients, path.port());
        await().until(() -> path.openConnections() == clients);
        long peak = 0;
        Callable<Boolean> over = () -> path.openConnections() == 0;
        for (int sample = 0; sample < 8 && !over.call(); sample++) {
            peak = Math.max(peak, liveHeap() + direct() - before);
        }
        crowd.awaitFetched();
        System.out.printf("%d answers of 64 MiB hold %d KiB%n", clients, peak / 1024);
        assertThat(peak).isLessThan(most);
        await().until(over);
    }
}
