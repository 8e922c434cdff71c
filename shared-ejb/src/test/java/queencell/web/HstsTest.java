package queencell.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// When answers tell browsers to come back over HTTPS only (pipeline, 13).
class HstsTest {
    private static final String YEAR = "max-age=31536000; includeSubDomains";

    @Test
    void a_plain_answer_sends_browsers_to_a_port_that_does_not_exist() {
        assertThat(Hsts.auto(Duration.ofDays(365)).of(false)).isEmpty();
        assertThat(Hsts.auto(Duration.ofDays(365)).of(true)).contains(YEAR);
    }

    @Test
    void a_proxy_behind_somebody_elses_https_cannot_say_so() {
        assertThat(Hsts.on(Duration.ofDays(365)).of(false)).contains(YEAR);
        assertThat(Hsts.on(Duration.ofDays(365)).of(true)).contains(YEAR);
    }

    @Test
    void who_switched_it_off_still_says_so() {
        assertThat(Hsts.OFF.of(false)).isEmpty();
        assertThat(Hsts.OFF.of(true)).isEmpty();
    }
}
