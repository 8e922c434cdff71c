package queencell.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;

class HttpProbeTest {

    /// The JDK's client throws at such a name, before it asks anybody.
    @Test
    void a_name_with_an_underscore_that_nobody_knows_is_an_answer() {
        assertThat(HttpProbe.get(URI.create("http://no_broker.invalid:6632/health")))
                .isEqualTo(new HttpProbe.Answer(HttpProbe.UNREACHABLE, "nobody knows its name"));
    }

    @Test
    void a_name_with_an_underscore_is_asked_at_its_address() throws Exception {
        URI url = URI.create("http://queen_broker:6632/health?a=b");
        assertThat(AskedUrl.at(InetAddress.getByName("10.0.0.7"), 6632, url))
                .isEqualTo(URI.create("http://10.0.0.7:6632/health?a=b"));
        assertThat(AskedUrl.at(InetAddress.getByName("::1"), -1, URI.create("http://a_b/health")))
                .isEqualTo(URI.create("http://[0:0:0:0:0:0:0:1]/health"));
    }

    @Test
    void an_ordinary_name_is_asked_as_it_is() throws Exception {
        assertThat(AskedUrl.of(URI.create("http://broker.invalid:1/x")))
                .isEqualTo(URI.create("http://broker.invalid:1/x"));
    }
}
