package queencell.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RawQueryTest {
    @Test
    void an_encoded_name_or_value_must_not_hide_a_parameter() {
        assertThat(new RawQuery("%77ait=true").has("wait", "true")).isTrue();
        assertThat(new RawQuery("wait=%74rue").has("wait", "true")).isTrue();
        assertThat(new RawQuery("wait=false&wait=true").has("wait", "true")).isTrue();
        assertThat(new RawQuery("wait").first("wait")).contains("");
        assertThat(new RawQuery("waiting=true").has("wait", "true")).isFalse();
        assertThat(new RawQuery("xwait=true").has("wait", "true")).isFalse();
        assertThat(new RawQuery("wai=true").has("wait", "true")).isFalse();
    }

    @Test
    void a_value_is_read_as_the_broker_reads_it() {
        assertThat(new RawQuery("a=b+c%2Bd").first("a")).contains("b c+d");
        assertThat(new RawQuery("a=1=2").first("a")).contains("1=2");
        assertThat(new RawQuery("a=%zz%4").first("a")).contains("%zz%4");
        assertThat(new RawQuery("a=%C3%A4").firstText("a")).contains("ä");
        assertThat(new RawQuery("a=\u00c3\u00a4").firstText("a")).contains("ä");
        assertThat(new RawQuery("&&a=1&").first("a")).contains("1");
        assertThat(RawQuery.NONE.first("a")).isEmpty();
        assertThat(new RawQuery("=x").first("")).contains("x");
    }

    @Test
    void a_repeated_name_must_be_seen_in_any_spelling() {
        assertThat(new RawQuery("batch=1&%62atch=2").repeats("batch")).isTrue();
        assertThat(new RawQuery("batch=1&batches=2").repeats("batch")).isFalse();
        assertThat(new RawQuery("batch&batch").repeats("batch")).isTrue();
    }

    @Test
    void an_edit_must_leave_every_other_byte_alone() {
        assertThat(new RawQuery("a=%2F&timeout=9&B=+&c=&&").with("timeout", "5").raw())
                .isEqualTo("a=%2F&timeout=5&B=+&c=&&");
        assertThat(new RawQuery("%74imeout=9").with("timeout", "5").raw()).isEqualTo("%74imeout=5");
        assertThat(new RawQuery("timeout&x").with("timeout", "5").raw()).isEqualTo("timeout=5&x");
        assertThat(new RawQuery("frames=true&a=1").without("frames", "true").raw())
                .isEqualTo("a=1");
        assertThat(new RawQuery("a=1&frames=true").without("frames", "true").raw())
                .isEqualTo("a=1");
        assertThat(new RawQuery("a=1&fram%65s=tru%65&b")
                        .without("frames", "true")
                        .raw())
                .isEqualTo("a=1&b");
        assertThat(new RawQuery("frames=true&frames=true&")
                        .without("frames", "true")
                        .raw())
                .isEmpty();
        assertThat(new RawQuery("frames=false&x=%2f").without("frames", "true").raw())
                .isEqualTo("frames=false&x=%2f");
        assertThat(RawQuery.NONE.plus("timeout", "5").raw()).isEqualTo("timeout=5");
        assertThat(new RawQuery("a=1").plus("timeout", "5").raw()).isEqualTo("a=1&timeout=5");
        assertThat(new RawQuery("a=1&").plus("timeout", "5").raw()).isEqualTo("a=1&timeout=5");
    }
}
