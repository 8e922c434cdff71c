package queencell.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Whoever may connect chooses the bytes of forwarding headers, and every request is judged by them (acceptance check
/// 21).
class ForwardedPropertyTest {
    private static final InetAddress PEER = InetAddress.ofLiteral("127.0.0.1");

    private final TrustedProxies trusted =
            TrustedProxies.parse("NAME", List.of("loopback", "private", "2001:db8::/32"));

    /// What addresses are made of, so that most texts nearly are some.
    @Provide
    Arbitrary<String> nearlyAddresses() {
        return Arbitraries.strings().withChars("0123456789abcdefF:.[]%/, \t-_x").ofMaxLength(60);
    }

    @Property
    void no_bytes_may_make_a_reader_of_forwarding_headers_throw(@ForAll List<byte[]> lines, @ForAll byte[] proto) {
        List<String> texts = lines.stream().map(ForwardedPropertyTest::latin1).toList();
        assertThat(trusted.clientOf(PEER, texts)).isNotNull();
        assertThat(trusted.clientOf(PEER, String.join(",", texts))).isNotNull();
        assertThat(trusted.isHttps(false, PEER, List.of(latin1(proto) + "x"))).isFalse();
    }

    @Property
    void a_text_that_is_nearly_an_address_must_be_one_or_end_the_walk(@ForAll @From("nearlyAddresses") String hop) {
        InetAddress client = trusted.clientOf(PEER, List.of("192.0.2.1, " + hop));
        assertThat(TrustedProxies.networkOf(client, 64).getAddress()).hasSizeBetween(4, 16);
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
