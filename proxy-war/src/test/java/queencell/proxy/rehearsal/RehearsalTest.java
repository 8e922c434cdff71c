package queencell.proxy.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.log.EventLog;
import queencell.log.EventSink;
import queencell.metric.Metrics;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.pipeline.UpstreamRules;
import queencell.settings.SettingsReader;

/// The rehearsal through the whole data path; a wrong answer in it is an exception.
class RehearsalTest {
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(5);

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @BeforeEach
    void listenToTheLog() {
        EventSink.use(new EventSink(EventLog.Level.DEBUG, false, Clock.systemUTC(), log));
    }

    @AfterEach
    void letTheLogGo() {
        EventSink.use(
                new EventSink(EventLog.Level.INFO, false, Clock.systemUTC(), new FileOutputStream(FileDescriptor.out)));
        threads.close();
    }

    private Rehearsal rehearsal(Map<String, String> environment) {
        var reader = SettingsReader.of(environment);
        return Rehearsal.of(
                reader.read(LimitSettings.class),
                reader.read(UpstreamRules.class),
                reader.read(AccessSettings.class),
                2,
                threads);
    }

    /// Performs so many requests, however long that takes.
    private int perform(Map<String, String> environment, int requests) throws Exception {
        var left = new AtomicInteger(requests);
        return rehearsal(environment).run(LONG_ENOUGH, () -> left.getAndDecrement() > 0);
    }

    private static List<String> samplesOfOurs() {
        return Metrics.prometheusText()
                .lines()
                .filter(line -> line.startsWith("queen_proxy"))
                .sorted()
                .toList();
    }

    @Test
    void a_rehearsal_must_not_be_seen_in_metrics_log_or_threads() throws Exception {
        List<String> before = samplesOfOurs();

        assertThat(perform(Map.of(), 600)).isEqualTo(600);

        assertThat(samplesOfOurs()).isEqualTo(before);
        assertThat(log.toString(StandardCharsets.UTF_8)).isEmpty();
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("rehearsal")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "QUEEN_PROXY_ENFORCE=false",
                "QUEEN_PROXY_DEV_INSECURE=true",
                "QUEEN_PROXY_MAX_BODY_BYTES=1024",
                "QUEEN_PROXY_CELL_MAX_PARKED=0",
                "QUEEN_PROXY_UPSTREAM_TIMEOUT_MS=1"
            })
    void a_setting_of_the_proxy_must_not_make_its_rehearsal_fail(String setting) throws Exception {
        String[] pair = setting.split("=");

        assertThat(perform(Map.of(pair[0], pair[1]), 60)).isEqualTo(60);
    }

    @Test
    void no_time_for_a_rehearsal_must_mean_none() throws Exception {
        assertThat(rehearsal(Map.of()).run(Duration.ZERO, () -> true)).isZero();
    }

    @Test
    void a_proxy_that_is_told_to_stop_must_not_rehearse_to_the_end() throws Exception {
        assertThat(rehearsal(Map.of()).run(LONG_ENOUGH, () -> false)).isZero();
    }
}
