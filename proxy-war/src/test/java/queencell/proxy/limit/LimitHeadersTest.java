package queencell.proxy.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.Rate;

class LimitHeadersTest {
    @Test
    void each_limit_is_one_item_of_both_fields() {
        Rate requests = new Rate(5, 25);
        Rate messages = new Rate(1000, 1500);
        LimitHeaders headers = LimitHeaders.NONE
                .withRequests(
                        requests,
                        TokenBucket.full(requests, 0).take(4, requests, 0).after())
                .withMessages(messages, TokenBucket.full(messages, 0).debit(2000, messages, 0))
                .withMonth(1_000_000, 250_000, Instant.parse("2026-02-28T23:59:00.500Z"));
        assertThat(headers.policy()).contains("\"req\";q=25;w=5, \"msgs\";q=1500;w=2, \"month\";q=1000000;w=2419200");
        assertThat(headers.state()).contains("\"req\";r=21;t=1, \"msgs\";r=0;t=2, \"month\";r=750000;t=60");
    }

    @Test
    void without_a_limit_there_must_be_no_field() {
        assertThat(LimitHeaders.NONE.policy()).isEmpty();
        assertThat(LimitHeaders.NONE.state()).isEmpty();
    }

    @Test
    void a_bucket_that_never_fills_must_not_promise_a_time() {
        Rate never = new Rate(0, 10);
        LimitHeaders headers = LimitHeaders.NONE.withRequests(never, TokenBucket.full(never, 0));
        assertThat(headers.policy()).contains("\"req\";q=10");
        assertThat(headers.state()).contains("\"req\";r=10");
    }

    @Test
    void a_quota_that_is_overdrawn_must_not_be_negative() {
        LimitHeaders headers = LimitHeaders.NONE.withMonth(10, 12, Instant.parse("2026-12-31T00:00:00Z"));
        assertThat(headers.policy()).contains("\"month\";q=10;w=2678400");
        assertThat(headers.state()).contains("\"month\";r=0;t=86400");
    }

    @Test
    void the_month_of_an_earlier_answer_must_not_be_told() {
        Instant february = Instant.parse("2026-02-28T23:59:59Z");
        Instant march = Instant.parse("2026-03-01T00:00:00Z");
        assertThat(LimitHeaders.NONE.withMonth(10, 0, february).policy()).contains("\"month\";q=10;w=2419200");
        assertThat(LimitHeaders.NONE.withMonth(10, 0, march).policy()).contains("\"month\";q=10;w=2678400");
        assertThat(LimitHeaders.NONE.withMonth(10, 0, february).state()).contains("\"month\";r=10;t=1");
    }
}
