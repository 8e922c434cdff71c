package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NextTargetPropertyTest {
    private static final URI HERE = URI.create("https://console.example.com/auth/login");

    @Provide
    Arbitrary<String> nasty() {
        return Arbitraries.strings()
                .withChars("/\\:@?#.%\t\r\n\0 abhtps[]\u00fc\u2215\u007f")
                .ofMaxLength(12)
                .map(text -> "/" + text);
    }

    /// As a browser reads a relative address: tabs and line breaks are dropped, `\` is `/`.
    private static String asBrowsersRead(String location) {
        return location.replaceAll("[\t\r\n]", "").replace('\\', '/');
    }

    @Property(tries = 1000)
    void a_browser_never_leaves_this_host(@ForAll("nasty") String next) {
        String location = NextTarget.location(NextTarget.of(next));
        assertThat(location)
                .matches("[!-~]+")
                .isEqualTo(asBrowsersRead(location))
                .startsWith("/");
        assertThat(location.startsWith("//")).isFalse();
        String path = location.replaceAll("[\\[\\]#]|%(?![0-9A-Fa-f]{2})", "x");
        assertThat(HERE.resolve(path).getHost()).isEqualTo("console.example.com");
    }
}
