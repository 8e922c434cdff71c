package queencell.dev.payara;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PayaraLogTest {

    private static final String FAILED =
            "2026-11-30T07:27:12.112Z SEVERE javax.enterprise.system.core Exception while loading the app";

    private final PayaraLog log = new PayaraLog();

    @Test
    void a_failed_deployment_is_seen_although_the_server_stays_up() {
        assertThat(log.broken(List.of("2026-11-30T07:27:12.112Z INFO PayaraMicro Payara Micro ready in 4,922 (ms)")))
                .isFalse();
        assertThat(log.broken(List.of(FAILED))).isTrue();
        assertThat(log.broken(List.of(
                        "SEVERE: x", "2026-11-30T07:27:12Z SEVERE PayaraMicro --deploy File a.war does not exist")))
                .isTrue();
    }

    @Test
    void the_innermost_cause_is_told_and_not_the_wrapping() {
        assertThat(log.of(List.of(
                        "2026-11-30T07:27:12.110Z SEVERE jakarta.enterprise.web.core ContainerBase.addChild: start: ",
                        "org.apache.catalina.LifecycleException: java.lang.IllegalStateException: outer",
                        "\tat a.B.c(B.java:1)",
                        "Caused by: java.lang.IllegalStateException: middle",
                        "\t... 3 more",
                        "Caused by: org.postgresql.util.PSQLException: Connection refused",
                        "\t... 5 more",
                        FAILED)))
                .contains("PSQLException: Connection refused");
    }

    @Test
    void the_applications_own_error_line_is_better_than_any_trace() {
        assertThat(log.of(List.of(
                        "2026-11-30T07:20:01.123Z ERROR boot event=start_refused reason=\"PXDB_HOST is not set\"",
                        "Caused by: java.lang.IllegalStateException: x",
                        FAILED)))
                .contains("boot event=start_refused reason=\"PXDB_HOST is not set\"");
    }

    @Test
    void a_quiet_log_has_no_cause() {
        assertThat(log.of(List.of("2026-11-30T07:27:12.112Z INFO PayaraMicro fine")))
                .isEmpty();
    }
}
