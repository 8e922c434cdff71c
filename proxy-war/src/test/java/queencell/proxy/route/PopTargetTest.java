package queencell.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PopTargetTest {
    @Test
    void a_pop_names_its_queue_as_the_broker_decodes_it() {
        assertThat(target("/api/v1/pop/queue/a%2Fb+c", "consumerGroup=g+1"))
                .contains(new PopTarget("a/b+c", Optional.empty(), Optional.of("g 1")));
        assertThat(target("/api/v1/pop/queue/q/partition/e%25u", ""))
                .contains(new PopTarget("q", Optional.of("e%u"), Optional.empty()));
        assertThat(target("/api/v1/pop/queue/\u00c3\u00a4", ""))
                .contains(new PopTarget("ä", Optional.empty(), Optional.empty()));
        assertThat(target("/api/v1/pop/queue/", "consumerGroup="))
                .contains(new PopTarget("", Optional.empty(), Optional.of("")));
    }

    @Test
    void a_path_the_broker_does_not_understand_must_not_admit_a_queue() {
        assertThat(target("/api/v1/pop/queue/a/b", "")).isEmpty();
        assertThat(target("/api/v1/pop/queue/a/partition/b/c", "")).isEmpty();
        assertThat(target("/api/v1/pop/queue/%ff", "")).isEmpty();
        assertThat(target("/api/v1/push", "")).isEmpty();
    }

    @Test
    void an_ephemeral_pop_names_its_queue_in_the_query() {
        assertThat(target("/api/v1/ephemeral/pop", "queue=e&partition=p&group=g"))
                .contains(new PopTarget("e", Optional.of("p"), Optional.of("g")));
        assertThat(target("/api/v1/ephemeral/pop", "")).contains(new PopTarget("", Optional.empty(), Optional.empty()));
    }

    private static Optional<PopTarget> target(String path, String query) {
        return PopTarget.of(Classifier.classify("GET", path), path, new RawQuery(query));
    }
}
