package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.cluster.EffectiveStatus;

/// A `Host` that is no text names nothing (pipeline, 3.1), not even by a first label that is somebody's slug.
class HostTextTest {

    private static int listed(String host, Map<String, String> environment) throws IOException {
        try (var broker = new StubBroker();
                var path = new TestPath("path", broker.url(), EffectiveStatus.ACTIVE, environment)) {
            return path.call(
                            "",
                            "GET /api/v1/resources/queues",
                            "Host: " + host,
                            "Authorization: Bearer " + TestPath.KEY)
                    .status();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"path.ex\u00e4mple", "path.\u0080", "path.example\u00a0", "path:\u00b2"})
    void a_host_that_is_no_text_must_not_reach_the_cluster_of_its_first_label(String host) throws IOException {
        assertThat(listed(host, Map.of())).isEqualTo(421);
    }

    @Test
    void it_must_count_as_none_where_one_cluster_stands_in_for_every_host() throws IOException {
        assertThat(listed("other.ex\u00e4mple", Map.of("QUEEN_PROXY_DEFAULT_CLUSTER", "path")))
                .isEqualTo(200);
    }

    /// Slugs are lower case, and a host is folded as well.
    @ParameterizedTest
    @ValueSource(strings = {"Path", "PATH", " path "})
    void a_stand_in_must_be_found_however_it_is_written(String slug) throws IOException {
        assertThat(listed("other.example", Map.of("QUEEN_PROXY_DEFAULT_CLUSTER", slug)))
                .isEqualTo(200);
    }
}
