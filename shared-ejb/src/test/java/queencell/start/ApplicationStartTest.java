package queencell.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import queencell.log.EventLog;
import queencell.log.EventSink;
import queencell.schema.SchemaUpdateException;
import queencell.settings.InvalidSettingException;

/// A process that cannot start ends (pipeline, 14.1).
class ApplicationStartTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> status = new CompletableFuture<>();

    @AfterEach
    void speakAgain() {
        EventSink.use(
                new EventSink(EventLog.Level.INFO, false, Clock.systemUTC(), new FileOutputStream(FileDescriptor.out)));
    }

    private String lineOf(Throwable cause) throws Exception {
        EventSink.use(new EventSink(EventLog.Level.INFO, false, Clock.systemUTC(), written));
        assertThatThrownBy(() -> ApplicationStart.run(EventLog.of("start"), () -> sneak(cause), status::complete))
                .isInstanceOf(IllegalStateException.class);
        assertThat(status.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        return written.toString(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable cause) throws T {
        throw (T) cause;
    }

    /// The container caught it, and served its own pages without the application.
    @Test
    void a_start_that_met_an_error_would_leave_a_process_that_does_nothing() throws Exception {
        assertThat(lineOf(new NoClassDefFoundError("queencell/Torn")))
                .contains(" ERROR start event=start_failed ", "NoClassDefFoundError: queencell/Torn")
                .hasLineCount(1);
    }

    @Test
    void an_error_inside_an_exception_of_the_container_would_not_be_named() throws Exception {
        assertThat(lineOf(new RuntimeException("a bean failed", new ExceptionInInitializerError("torn"))))
                .contains("ExceptionInInitializerError: torn")
                .hasLineCount(1);
    }

    @Test
    void a_setting_would_hide_behind_what_the_container_says_of_it() throws Exception {
        assertThat(lineOf(new RuntimeException(
                        "a producer failed",
                        new IllegalStateException(
                                "wrapped", new InvalidSettingException("PORT is `x`:\n give a port")))))
                .contains("reason=\"PORT is `x`: give a port\"")
                .hasLineCount(1);
    }

    @Test
    void a_change_set_would_hide_behind_what_the_driver_says_of_it() throws Exception {
        assertThat(lineOf(new SchemaUpdateException("change set x", new IllegalStateException("of the driver"))))
                .contains("reason=\"change set x\"");
    }

    @Test
    void a_start_that_works_must_not_end_the_process() {
        ApplicationStart.run(EventLog.of("start"), () -> {}, status::complete);
        assertThat(status).isNotDone();
    }
}
