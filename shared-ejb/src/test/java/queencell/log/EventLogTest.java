package queencell.log;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.log.Field.field;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T07:20:01.123456Z"), ZoneOffset.UTC);

    private final EventSink before = EventSink.current();

    @AfterEach
    void restore() {
        EventSink.use(before);
    }

    private static String written(boolean json, Consumer<EventLog> events) {
        var out = new ByteArrayOutputStream();
        EventSink.use(new EventSink(EventLog.Level.INFO, json, CLOCK, out));
        events.accept(EventLog.of("limits"));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_value_with_a_line_break_must_not_forge_a_second_line() {
        String text = written(false, log -> log.info("limit_refused", field("queue", "a\nevent=forged x=\"1\"")));
        assertThat(text)
                .isEqualTo("2026-11-30T07:20:01.123Z INFO limits event=limit_refused "
                        + "queue=\"a\\nevent=forged x=\\\"1\\\"\"\n");
    }

    @Test
    void numbers_must_be_written_without_grouping() {
        assertThat(written(false, log -> log.info("limit_refused", field("max", 12345))))
                .contains("max=12345");
    }

    @Test
    void the_same_event_as_json_must_be_one_object_on_one_line() {
        String text = written(
                true, log -> log.warn("claim_unsettled", new IllegalStateException("no \"lease\""), field("n", 3)));
        assertThat(text)
                .startsWith("{\"at\":\"2026-11-30T07:20:01.123Z\",\"level\":\"warn\",\"target\":\"limits\","
                        + "\"event\":\"claim_unsettled\",\"n\":3,\"fault\":\"IllegalStateException: no \\\"lease\\\"\"")
                .endsWith("}\n");
    }

    @Test
    void events_below_the_level_must_not_be_written() {
        assertThat(written(false, log -> log.debug("noise"))).isEmpty();
    }

    @Test
    void a_mistyped_level_must_not_silence_errors() {
        assertThat(EventLog.Level.parse("eror")).isEqualTo(EventLog.Level.INFO);
    }

    @Test
    void a_mistyped_level_must_be_said() {
        assertThat(EventLog.Level.doubt("verbose"))
                .hasValueSatisfying(text -> assertThat(text).contains("LOG_LEVEL is `verbose`"));
        assertThat(Stream.of(null, "", "info", "Debug", "trace", "WARN ", "warning", "error"))
                .allSatisfy(text -> assertThat(EventLog.Level.doubt(text)).isEmpty());
    }

    @Test
    void a_sampler_must_let_one_through_per_period_and_count_the_rest() {
        var now = new AtomicLong(-5);
        var sampler = new Sampler(Duration.ofNanos(10), now::get);
        assertThat(sampler.letThrough()).isEqualTo(OptionalLong.of(0));
        assertThat(sampler.letThrough()).isEmpty();
        assertThat(sampler.letThrough()).isEmpty();
        now.set(5);
        assertThat(sampler.letThrough()).isEqualTo(OptionalLong.of(2));
    }
}
