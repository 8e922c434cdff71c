package queencell.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.settings.InvalidSettingException;

class TrustedProxiesTest {
    private final TrustedProxies trusted =
            TrustedProxies.parse("NAME", List.of("loopback", "10.0.0.0/9", "2001:db8::/32"));

    private static InetAddress ip(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    @Test
    void nobody_is_believed_unless_named() {
        var nobody = TrustedProxies.parse("NAME", List.of());

        assertThat(nobody.clientOf(ip("127.0.0.1"), List.of("1.2.3.4"))).isEqualTo(ip("127.0.0.1"));
        assertThat(nobody.isHttps(false, ip("127.0.0.1"), List.of("https"))).isFalse();
    }

    @Test
    void the_walk_ends_at_the_first_address_that_is_not_trusted() {
        assertThat(trusted.clientOf(ip("10.1.1.1"), List.of("6.6.6.6, 9.9.9.9", "10.127.0.1")))
                .isEqualTo(ip("9.9.9.9"));
        assertThat(trusted.clientOf(ip("10.128.0.1"), List.of("9.9.9.9"))).isEqualTo(ip("10.128.0.1"));
    }

    @Test
    void a_hop_that_cannot_be_read_ends_the_walk() {
        assertThat(trusted.clientOf(ip("127.0.0.1"), List.of("9.9.9.9, unknown")))
                .isEqualTo(ip("127.0.0.1"));
        assertThat(trusted.clientOf(ip("127.0.0.1"), List.of("9.9.9.9, ::ffff:10.1.1.1, [2001:db8::1]:443")))
                .isEqualTo(ip("9.9.9.9"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"999.1.1.1", "1.2.3.256:80", "1:2", "::ffff:999.1.1.1", "1::2::3", "[::1", "1.2.3", "00001.2.3.4"
            })
    void what_only_looks_like_an_address_ends_the_walk(String hop) {
        assertThat(trusted.clientOf(ip("127.0.0.1"), List.of("9.9.9.9, " + hop)))
                .isEqualTo(ip("127.0.0.1"));
    }

    @Test
    void a_chain_longer_than_32_hops_is_walked_no_further() {
        String chain = "9.9.9.9, " + "127.0.0.1, ".repeat(40) + "127.0.0.2";

        assertThat(trusted.clientOf(ip("127.0.0.1"), List.of(chain))).isEqualTo(ip("127.0.0.1"));
    }

    @Test
    void a_network_of_IPv6_is_one_client() {
        assertThat(TrustedProxies.networkOf(ip("2001:db8:0:1:aaaa::1"), 64)).isEqualTo(ip("2001:db8:0:1::"));
        assertThat(TrustedProxies.networkOf(ip("9.9.9.9"), 64)).isEqualTo(ip("9.9.9.9"));
    }

    @Test
    void a_range_that_is_none_ends_the_start() {
        assertThatThrownBy(() -> TrustedProxies.parse("QUEEN_EDGE_TRUSTED_PROXIES", List.of("10.0.0.0/33")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_EDGE_TRUSTED_PROXIES")
                .hasMessageContaining("0 to 32");
        assertThatThrownBy(() -> TrustedProxies.parse("NAME", List.of("999.1.1.1/8")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("999.1.1.1");
        assertThatThrownBy(() -> TrustedProxies.parse("NAME", List.of("example.com")))
                .isInstanceOf(InvalidSettingException.class);
    }
}
