package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import queencell.proxy.route.OpClass;

/// What an active cluster costs in memory, read from the heap histogram of this process.
class UsageHeapTest {
    private static final int CLUSTERS = 5_000;
    private static final int BOUND = 300;
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

    @Test
    void an_active_cluster_must_cost_less_than_300_bytes_a_minute() throws JMException {
        List<UUID> clusters = new ArrayList<>();
        for (int i = 0; i < CLUSTERS; i++) {
            clusters.add(UUID.randomUUID());
        }
        var aggregate = new UsageAggregate(InstantSource.fixed(Instant.EPOCH), Accounts.none());
        long before = liveBytes();
        for (UUID cluster : clusters) {
            for (OpClass op : OpClass.values()) {
                aggregate.record(cluster, op, new Usage(1, 2, 3, 4));
            }
        }
        long each = (liveBytes() - before) / CLUSTERS;
        System.out.printf("heap: %d bytes for an active cluster and minute, all classes in use%n", each);

        // well above nothing, or what was measured was something else
        assertThat(each).isBetween(100L, (long) BOUND);
        assertThat(aggregate.drainAll()).hasSize(CLUSTERS * OpClass.values().length);
    }

    /// Bytes of all live objects: the histogram collects the garbage first.
    private static long liveBytes() throws JMException {
        var command = new ObjectName("com.sun.management:type=DiagnosticCommand");
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(command, "gcClassHistogram", new Object[] {new String[0]}, new String[] {
                    String[].class.getName()
                });
        Matcher total = TOTAL.matcher(histogram);
        assertThat(total.find()).as("a line of totals").isTrue();
        return Long.parseLong(total.group(1));
    }
}
