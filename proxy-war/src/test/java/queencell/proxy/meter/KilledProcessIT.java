package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbConnections;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.database.PxdbSettings;
import queencell.proxy.route.OpClass;
import queencell.settings.SettingsReader;

/// What SIGKILL costs (control plane, 11.5), measured against the count of whoever made the load: the open minute, and
/// what closed since the last flush began. The process under the knife counts and flushes with the real parts; a minute
/// of its clock passes with every 50 requests, so that many minutes close in each life.
class KilledProcessIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final int LIVES = 5;
    private static final int REQUESTS_A_MINUTE = 50;
    private static final int SAFE_MINUTES = 8;
    private static final long FIRST_MINUTE = 29_000_000;
    /// Lives never share a minute: a minute that two of them wrote could not be told apart.
    private static final long BETWEEN_LIVES = 1_000_000;

    @TempDir
    private Path spool;

    @Test
    void a_kill_costs_the_open_minute_and_what_closed_since_the_last_flush_and_doubles_nothing() throws Exception {
        UUID cluster = SERVER.cluster("killed");
        for (int life = 0; life < LIVES; life++) {
            long begin = FIRST_MINUTE + life * BETWEEN_LIVES;
            Map<Long, Long> sent = new TreeMap<>();
            long safeBefore = loadAndKill(cluster, begin, sent);

            Map<Long, Long> stored = stored(cluster, begin);
            sent.forEach((minute, messages) -> {
                long written = stored.getOrDefault(minute, 0L);
                if (minute < safeBefore) {
                    assertThat(written)
                            .as("minute %d, safe before %d", minute, safeBefore)
                            .isEqualTo(messages);
                } else {
                    assertThat(written)
                            .as("minute %d is written whole or not at all", minute)
                            .isIn(0L, messages);
                }
            });
            assertThat(stored.keySet())
                    .as("nothing was written that nobody asked for")
                    .isSubsetOf(sent.keySet());
        }
    }

    /// Sends requests one by one until enough minutes are safe, then kills in the middle of a minute.
    ///
    /// @param sent filled with minute → messages that were answered
    /// @return the minute before which all must be in the database
    private long loadAndKill(UUID cluster, long begin, Map<Long, Long> sent) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        Integer.toString(SERVER.port()),
                        cluster.toString(),
                        Long.toString(begin),
                        spool.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream requests = process.getOutputStream();
                var answers =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            long safeBefore = begin;
            int inMinute = 0;
            while (safeBefore < begin + SAFE_MINUTES || inMinute != REQUESTS_A_MINUTE / 2) {
                requests.write('r');
                requests.flush();
                String answer = nextAnswer(answers);
                long minute = Long.parseLong(answer.substring(0, answer.indexOf(' ')));
                inMinute = (int) sent.merge(minute, 1L, Long::sum).longValue();
                safeBefore = Long.parseLong(answer.substring(answer.indexOf(' ') + 1));
            }
            process.destroyForcibly().waitFor();
            return safeBefore;
        } finally {
            process.destroyForcibly();
        }
    }

    /// Lines of the event log pass by.
    private static String nextAnswer(BufferedReader answers) throws IOException {
        String line = answers.readLine();
        while (line != null && !line.matches("\\d+ \\d+")) {
            line = answers.readLine();
        }
        if (line == null) {
            throw new IOException("the process ended by itself");
        }
        return line;
    }

    private static Map<Long, Long> stored(UUID cluster, long begin) {
        Map<Long, Long> stored = new TreeMap<>();
        String rows = SERVER.value("""
                select coalesce(string_agg((extract(epoch from minute)::bigint / 60) || '=' || msgs, ','), '')
                  from queen_proxy.usage_minutes where cluster_id = '%s'
                   and minute >= to_timestamp(%d * 60::double precision)
                """.formatted(cluster, begin));
        for (String row : rows.isEmpty() ? new String[0] : rows.split(",")) {
            String[] parts = row.split("=");
            stored.put(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
        }
        return stored;
    }

    /// The process that is killed: each byte read is a request of one message, answered with the minute under which it
    /// was counted and the minute before which everything is written.
    static final class Victim {

        private Victim() {}

        public static void main(String[] told) throws IOException {
            var settings = SettingsReader.of(
                            Map.of("PXDB_HOST", "127.0.0.1", "PXDB_PORT", told[0], "PXDB_DB", "postgres"))
                    .read(PxdbSettings.class);
            var cluster = UUID.fromString(told[1]);
            var minute = new AtomicLong(Long.parseLong(told[2]));
            var safeBefore = new AtomicLong(minute.get());
            var metrics = new SimpleMeterRegistry();
            var folder = new SpoolFolder(Path.of(told[3]));
            var drops = new DropLog(metrics);
            InstantSource clock = () -> Instant.ofEpochSecond(minute.get() * 60);
            var aggregate = new UsageAggregate(clock, Accounts.none());
            var flusher = new UsageFlusher(
                    aggregate,
                    Optional.of(new UsageTable(Pxdb.over(new PxdbConnections(settings).pool(), List.of()))),
                    new Spool(folder, 0, InstantSource.system(), drops, metrics),
                    folder,
                    drops,
                    UsageFlusher.BETWEEN_RECOVERIES);
            Thread.ofPlatform().daemon().start(() -> flushForEver(flusher, minute, safeBefore));
            long requests = 0;
            while (System.in.read() >= 0) {
                aggregate.record(cluster, OpClass.PUSH, Usage.request(1, 0, 0));
                long counted = minute.get();
                if (++requests % REQUESTS_A_MINUTE == 0) {
                    minute.incrementAndGet();
                }
                System.out.println(counted + " " + safeBefore.get());
            }
        }

        private static void flushForEver(UsageFlusher flusher, AtomicLong minute, AtomicLong safeBefore) {
            while (true) {
                long open = minute.get();
                if (flusher.flush()) {
                    safeBefore.set(open);
                }
                LockSupport.parkNanos(5_000_000);
            }
        }
    }
}
