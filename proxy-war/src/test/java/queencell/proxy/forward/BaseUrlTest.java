package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaseUrlTest {

    @Test
    void parts_of_a_base_url_are_mixed_up() {
        assertThat(BaseUrl.parse("http://broker:6632/")).isEqualTo(new BaseUrl("broker", 6632, "broker:6632", ""));
        assertThat(BaseUrl.parse("HTTP://Broker/a%2Fb//")).isEqualTo(new BaseUrl("Broker", 80, "Broker", "/a%2Fb"));
        assertThat(BaseUrl.parse(" http://[::1]:80 ")).isEqualTo(new BaseUrl("::1", 80, "[::1]", ""));
        assertThat(BaseUrl.parse("http://[::1]:81/x").authority()).isEqualTo("[::1]:81");
    }

    /// Services of a container network are often called so.
    @Test
    void a_broker_whose_name_has_an_underscore_is_out_of_reach() {
        assertThat(BaseUrl.parse("http://queen_broker:6632/"))
                .isEqualTo(new BaseUrl("queen_broker", 6632, "queen_broker:6632", ""));
        assertThat(BaseUrl.parse("http://queen_broker/a").authority()).isEqualTo("queen_broker");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "broker:6632",
                "https://broker",
                "http://",
                "http:///x",
                "http://h?q",
                "http://h#f",
                "http://a b",
                "http://h:65536",
                "http://a_b:65536",
                "http://a_b:x"
            })
    void a_text_that_names_no_broker_is_taken(String text) {
        assertThatThrownBy(() -> BaseUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("base URL `" + text + "`");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://u:s3cret@h",
                "http://u:s3cret@a_b",
                "https://u:s3cret@h",
                "http://u:s3@cret@h",
                "http://u:s3/cret@h",
                "http://u:s3?cret@h",
                "http://u:s3#cret@h",
                "http://u:s3 cret@h",
                "u:s3cret@h"
            })
    void a_password_in_it_reaches_the_log(String text) {
        assertThatThrownBy(() -> BaseUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text.endsWith("a_b") ? "a_b" : "h`")
                .hasMessageNotContaining("s3")
                .hasMessageNotContaining("cret");
    }
}
