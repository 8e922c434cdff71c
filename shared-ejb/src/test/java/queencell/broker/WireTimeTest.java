package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.OffsetDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireTimeTest {

    @ParameterizedTest
    @CsvSource({
        "2026-09-04T10:00:00.123456Z, 2026-09-04T10:00:00.123456Z",
        "2026-09-04T10:00:00Z, 2026-09-04T10:00:00Z",
        "2026-09-04T10:00:01.25+00:00, 2026-09-04T10:00:01.25Z",
        "2026-09-04 10:00:01.25+00, 2026-09-04T10:00:01.25Z",
        "2026-09-04T10:00:01, 2026-09-04T10:00:01Z",
        "2026-09-04T05:00:01.2-0500, 2026-09-04T10:00:01.2Z",
        "2026-09-04T15:30:00.000000001+05:30, 2026-09-04T10:00:00.000000001Z",
    })
    void a_deadline_in_any_form_the_broker_writes_must_be_understood(String text, String utc) {
        assertThat(WireTime.parse(text))
                .hasValueSatisfying(time -> assertThat(time.toInstant())
                        .isEqualTo(OffsetDateTime.parse(utc).toInstant()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "2026-09-04",
                "2026-09-04T10:00",
                "2026-13-04T10:00:00Z",
                "2026-09-04T10:00:00.Z",
                "2026-09-04T10:00:00.1234567890Z",
                "2026-09-04T10:00:00+0",
                "2026-09-04T10:00:00+25:00",
                "2026-09-04T10:00:00Zx",
                "1756980000000",
                "infinity"
            })
    void what_is_no_time_must_be_unknown_and_not_a_fault(String text) {
        assertThat(WireTime.parse(text)).isEmpty();
    }
}
