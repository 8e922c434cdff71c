package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BrokerOptionsTest {

    @Test
    void slashes_at_the_end_and_blanks_between_urls_must_not_matter() {
        assertThat(BrokerOptions.of(" http://a:1/ , https://b/base// ", "http://a:1")
                        .urls())
                .containsExactly(URI.create("http://a:1"), URI.create("https://b/base"));
    }

    /// Services of a container network are often called so.
    @Test
    void a_name_with_an_underscore_must_not_be_refused() {
        assertThat(BrokerOptions.of("http://queen_broker:6632/").urls())
                .containsExactly(URI.create("http://queen_broker:6632"));
    }

    @Test
    void what_is_no_broker_url_must_be_refused_with_the_way_out() {
        for (String bad : new String[] {
            "", "broker:6632", "ftp://a", "http://", "http://a?x=1", "not a url", "//a", "http://u@a_b"
        }) {
            assertThatThrownBy(() -> BrokerOptions.of(bad))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("http");
        }
    }

    @Test
    void a_password_in_a_url_must_not_be_repeated_in_the_refusal() {
        for (String url : new String[] {"http://user:s3cret@a", "user:s3cret@a", "http://user:s3cret@a b"}) {
            assertThatThrownBy(() -> BrokerOptions.of(url))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("s3cret");
        }
    }

    @Test
    void a_token_must_not_show_in_any_text() {
        var options = BrokerOptions.of("http://a").credentials(Credentials.bearer("s3cret"));
        assertThat(options.toString()).doesNotContain("s3cret");
        assertThatThrownBy(() -> Credentials.bearer("s3cret\r\nx-queen-tenant: other"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void payloads_must_not_show_in_any_text() {
        var item = new PushItem("q", "p", "t", RawJson.of("\"s3cret\""));
        assertThat(item.toString()).doesNotContain("s3cret");
        assertThat(new JsonBuffer(8).raw(item.payload()).toString()).doesNotContain("s3cret");
    }

    @Test
    void only_seconds_must_count_as_a_wait() {
        assertThat(RetryAfter.parse("1")).contains(Duration.ofSeconds(1));
        assertThat(RetryAfter.parse(" 0.25 ")).contains(Duration.ofMillis(250));
        assertThat(RetryAfter.parse("99999999999999")).contains(Duration.ofDays(365));
        for (String other : new String[] {"", "-1", "1e3", "Wed, 21 Oct 2026 07:28:00 GMT", "1.2.3", ".", "NaN"}) {
            assertThat(RetryAfter.parse(other)).as(other).isEmpty();
        }
    }

    @Test
    void a_version_must_be_compared_as_numbers() {
        assertThat(new Health(true, "1.10.0").atLeast(1, 6)).isTrue();
        assertThat(new Health(true, "1.3.0").atLeast(1, 6)).isFalse();
        assertThat(new Health(true, "2.0.0-rc1").atLeast(1, 6)).isTrue();
        assertThat(new Health(true, "").atLeast(1, 0)).isFalse();
    }
}
