package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// A page chooses what its browser says of it, and anybody else says what he likes (acceptance check 21).
class OriginsPropertyTest {
    private static final String OURS = "https://console.example";

    private final Origins origins = Origins.parse("NAME", List.of(OURS));

    @Property
    void no_bytes_may_throw_or_pass_for_a_page_of_ours(
            @ForAll byte[] host, @ForAll byte[] origin, @ForAll byte[] referer, @ForAll byte[] site) {
        // a letter in front, so that none of them is absent
        String page = "x" + latin1(origin);
        assertThat(origins.vouchFor(latin1(host), true, page, latin1(referer), latin1(site)))
                .isFalse();
        assertThat(origins.admitToPages(latin1(host), true, "", "x" + latin1(referer), latin1(site), false))
                .isFalse();
        // our own, and a path behind it; the ends of lines are no part of a field
        String path = latin1(referer).replaceAll("\\R", "");
        assertThat(origins.vouchFor("path.example", true, "", OURS + "/" + path, ""))
                .isTrue();
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
