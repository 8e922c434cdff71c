package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class HostNamePropertyTest {
    @Property(tries = 500)
    void no_header_may_make_the_parser_throw(@ForAll String host) {
        assertThat(HostName.parse(host).slug())
                .satisfiesAnyOf(
                        slug -> assertThat(slug).isEmpty(),
                        slug -> assertThat(slug.orElseThrow()).matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"));
    }
}
