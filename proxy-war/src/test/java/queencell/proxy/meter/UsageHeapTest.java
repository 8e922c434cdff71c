package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import queencell.proxy.route.OpClass;

/// What an active cluster costs in memory, read from the heap histogram of a process of its own: in this one, what
/// earlier tests left behind is collected at any moment.
class UsageHeapTest {
    private static final int BOUND = 300;

    @Test
    void an_active_cluster_must_cost_less_than_300_bytes_a_minute() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Measured.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).as(output).isZero();
        System.out.printf("heap: %s bytes for an active cluster and minute, all classes in use%n", output);

        // well above nothing, or what was measured was something else
        assertThat(Long.parseLong(output)).isBetween(100L, (long) BOUND);
    }

    /// Writes how many bytes each cluster took.
    static final class Measured {
        private static final int CLUSTERS = 5_000;
        private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

        private Measured() {}

        public static void main(String[] arguments) throws JMException {
            List<UUID> clusters =
                    Stream.generate(UUID::randomUUID).limit(CLUSTERS).toList();
            var aggregate = new UsageAggregate(InstantSource.fixed(Instant.EPOCH), Accounts.none());
            liveBytes();
            long before = liveBytes();
            for (UUID cluster : clusters) {
                for (OpClass op : OpClass.values()) {
                    aggregate.record(cluster, op, new Usage(1, 2, 3, 4));
                }
            }
            long each = (liveBytes() - before) / CLUSTERS;
            if (aggregate.drainAll().size() != CLUSTERS * OpClass.values().length) {
                throw new IllegalStateException("not everything was kept");
            }
            System.out.println(each);
        }

        /// Bytes of all live objects: the histogram collects the garbage first.
        private static long liveBytes() throws JMException {
            var command = new ObjectName("com.sun.management:type=DiagnosticCommand");
            String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(command, "gcClassHistogram", new Object[] {new String[0]}, new String[] {
                        String[].class.getName()
                    });
            Matcher total = TOTAL.matcher(histogram);
            if (!total.find()) {
                throw new IllegalStateException("the histogram has no line of totals: " + histogram);
            }
            return Long.parseLong(total.group(1));
        }
    }
}
