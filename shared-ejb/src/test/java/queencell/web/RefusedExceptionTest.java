package queencell.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RefusedExceptionTest {

    @Test
    void a_text_with_quotes_controls_and_lone_surrogates_must_stay_readable_json() throws Exception {
        var text = "queue \"a\\b\"\u0000\n\ud800 é 😀";
        var body = new ObjectMapper().readTree(new ErrorBody(text, "invalid_request").toBytes());
        assertThat(body.get("error").textValue()).isEqualTo(text);
        assertThat(body.get("code").textValue()).isEqualTo("invalid_request");
    }

    @Test
    void a_refusal_must_not_pay_for_a_stack_trace() {
        var refused = new RefusedException(429, "rate_limited", "slow down").with("Retry-After", "3");
        assertThat(refused.getStackTrace()).isEmpty();
        assertThat(refused.headers()).containsEntry("Retry-After", "3");
    }

    @Test
    void request_ids_must_differ_within_a_millisecond_and_sort_by_time() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            ids.add(RequestId.next());
        }
        assertThat(ids).hasSize(100_000).allMatch(id -> id.matches("[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}"));
        assertThat(RequestId.of(1_000, -1, -1)).isLessThan(RequestId.of(1_001, 0, 0));
    }
}
