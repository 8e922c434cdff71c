package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.settings.InvalidSettingException;

/// Which origin an address stands for (proxy console, 12.2).
class OriginsTest {

    private static boolean admits(Origins origins, String page) {
        return origins.vouchFor("path.example", true, page, "", "");
    }

    @ParameterizedTest
    @CsvSource({
        "https://console.example,https://console.example",
        "https://console.example/,https://console.example",
        "https://console.example///,https://console.example",
        "https://Console.Example/cell/console?x=1#top,https://console.example",
        "HTTPS://console.example:443,https://console.example",
        "https://console.example:443/cell,https://console.example",
        "https://console.example:8443/,https://console.example:8443",
        "http://console.example:80/,http://console.example",
        "http://console.example:443/,http://console.example:443",
        "https://[2001:db8::1]:443/cell,https://[2001:db8::1]",
        "https://[2001:DB8::1],https://[2001:db8::1]",
        "http://[::]:6711,http://[::]:6711",
        "http://[fe80::],http://[fe80::]",
        "https://[2001:db8:0:1:1:1:1:1],https://[2001:db8:0:1:1:1:1:1]",
        "https://[2001:0:0:1::1],https://[2001:0:0:1::1]",
        "https://[2001:db8::1:0:0:1],https://[2001:db8::1:0:0:1]",
        "https://[::ffff:102:304],https://[::ffff:102:304]",
        "https://console.example:/cell,https://console.example",
        "https://console_1.example:8443,https://console_1.example:8443",
        "https://xn--bcher-kva.example,https://xn--bcher-kva.example",
        "http://127.0.0.1:6711/,http://127.0.0.1:6711",
        "http://localhost:6711,http://localhost:6711"
    })
    void an_address_stands_for_the_origin_that_browsers_send(String address, String origin) {
        Origins origins = Origins.parse("NAME", List.of(address));

        assertThat(admits(origins, origin)).isTrue();
        assertThat(admits(origins, origin + ".evil.example")).isFalse();
        assertThat(admits(origins, origin.replace("http", "gopher"))).isFalse();
    }

    @Test
    void a_page_of_an_own_origin_is_known_by_where_it_came_from() {
        Origins origins = Origins.parse("NAME", List.of("https://console.example/cell"));

        assertThat(origins.vouchFor("path.example", true, "", "https://console.example/other?x=1", ""))
                .isTrue();
        assertThat(origins.vouchFor("path.example", true, "", "https://console.example", ""))
                .isTrue();
        assertThat(origins.vouchFor("path.example", true, "", "https://console.example@evil.example/", ""))
                .isFalse();
        assertThat(origins.vouchFor("path.example", true, "", "https://evil.example/https://console.example/", ""))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "*",
                "console.example",
                "https://",
                "https:///cell",
                "ftp://console.example",
                "https://a b",
                "https://a.example;https://b.example",
                "https://*.example.com",
                "https://.example.com",
                "https://x.example:99999",
                "https://x.example:0",
                "https://x_y.example:99999",
                "https://x.example:port",
                "https://b\u00fccher.example",
                "https://user@x.example",
                "https://127.1",
                "https://10.0.0.256",
                "https://127.0.0.1.",
                "https://a.0x1",
                "https://a.0X",
                "https://0x7f.1",
                "https://[::1%25lo]"
            })
    void what_no_browser_sends_as_an_origin_ends_the_start_and_is_named(String entry) {
        assertThatThrownBy(() -> Origins.parse("QUEEN_PUBLIC_ORIGINS", List.of("https://console.example", entry)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PUBLIC_ORIGINS")
                .hasMessageContaining("`" + entry + "`");
    }

    @ParameterizedTest
    @CsvSource({
        "http://[0:0:0:0:0:0:0:1]:8080,http://[::1]:8080",
        "https://[0::]:443/cell,https://[::]",
        "https://[2001:db8::0001],https://[2001:db8::1]",
        "https://[2001:db8::1:1:1:1:1],https://[2001:db8:0:1:1:1:1:1]",
        "https://[2001:db8:0:0:1::1],https://[2001:db8::1:0:0:1]",
        "https://[2001::1:0:0:0:1],https://[2001:0:0:1::1]",
        "https://[::ffff:1.2.3.4],https://[::ffff:102:304]",
        "https://[::1.2.3.4],https://[::102:304]"
    })
    void an_ipv6_address_that_browsers_write_otherwise_ends_the_start_and_is_told_how(String entry, String origin) {
        assertThatThrownBy(() -> Origins.parse("QUEEN_PUBLIC_ORIGINS", List.of(entry)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PUBLIC_ORIGINS")
                .hasMessageContaining("`" + entry + "`")
                .hasMessageEndingWith("`" + origin + "`");
        Origins.parse("QUEEN_PUBLIC_ORIGINS", List.of(origin));
    }
}
