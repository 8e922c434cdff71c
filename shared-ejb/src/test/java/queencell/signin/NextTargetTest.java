package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NextTargetTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "evil.example",
                "//evil.example",
                "///evil.example",
                "////evil.example",
                "//evil.example/..",
                "//user@evil.example",
                "//evil.example:443/",
                "//[::1]/",
                "//%65vil.example",
                "/\\evil.example",
                "/\\/evil.example",
                "\\/evil.example",
                "\\\\evil.example",
                "\\evil.example",
                "/path\\..\\evil",
                "/\\\\\\evil.example",
                "/\t/evil.example",
                "/\n/evil.example",
                "/\r/evil.example",
                "/\r\n/evil.example",
                "\t//evil.example",
                "\n/evil",
                " //evil.example",
                " /path",
                "/path\r\nSet-Cookie: queen_session=x",
                "/path\nLocation: https://evil.example",
                "/path\u0000",
                "/path\u001f",
                "/path\u007f",
                "https://evil.example",
                "HTTPS://evil.example",
                "http:evil.example",
                "https:/evil.example",
                "https:\\\\evil.example",
                "javascript:alert(1)",
                "data:text/html,x",
                "/login?next=https://evil.example",
                "/redirect/http://evil.example",
                "/x://y",
                "?next=//evil.example",
                "#//evil.example",
                ".",
                "..//evil.example",
                "@evil.example",
                ":80/",
                "\u2215\u2215evil.example",
                "\uff0f\uff0fevil.example"
            })
    void no_form_of_another_site_is_followed(String next) {
        assertThat(NextTarget.of(next)).isEqualTo("/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/console/",
                "/console/#keys",
                "/console/?tab=usage&hours=24",
                "/a//b",
                "/%2f%2fevil.example",
                "/@evil.example",
                "/ü"
            })
    void a_path_of_ours_is_kept(String next) {
        assertThat(NextTarget.of(next)).isEqualTo(next);
    }

    @Test
    void a_target_of_more_than_2048_bytes_is_dropped() {
        assertThat(NextTarget.of("/" + "a".repeat(2047))).hasSize(2048);
        assertThat(NextTarget.of("/" + "a".repeat(2048))).isEqualTo("/");
        assertThat(NextTarget.of("/" + "ü".repeat(1024))).isEqualTo("/");
    }
}
