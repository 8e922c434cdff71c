package queencell.gate.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.gate.graph.Depths.Waiting;

/// Depths as a broker gives them, well-formed or not.
class DepthsTest {
    private static final String DEPTH = "/api/v1/resources/queues/q/depth";
    private static final String DETAIL = "/api/v1/resources/queues/q";

    private QuietBroker broker;

    @BeforeEach
    void start() throws IOException {
        broker = QuietBroker.start();
        // an answer that cannot be read is asked for again otherwise, seconds later
        broker.client().hurry();
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private Waiting ofGroup() {
        return new Depths(broker.client().admin(), System::nanoTime).ofGroup("q", "g");
    }

    @Test
    void what_waits_is_the_sum_over_the_partitions() {
        broker.says(
                DEPTH,
                "{\"queue\":\"q\",\"partitions\":[{\"partition\":\"a\",\"pending\":2},{\"partition\":\"b\",\"pending\":3}]}");
        assertThat(ofGroup()).isEqualTo(new Waiting.Messages(5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"partition\":\"a\"}",
                "{\"partition\":\"a\",\"pending\":null}",
                "{\"partition\":\"a\",\"pending\":\"2\"}",
                "{\"partition\":\"a\",\"pending\":1.5}",
                "{\"partition\":\"a\",\"pending\":99999999999999999999}",
            })
    void a_depth_that_is_no_whole_number_must_not_pass_for_one(String row) {
        broker.says(DEPTH, "{\"queue\":\"q\",\"partitions\":[" + row + "]}");
        assertThat(ofGroup()).isInstanceOf(Waiting.Unreadable.class);
    }

    @Test
    void a_detail_without_depths_must_not_pass_for_an_empty_queue() {
        broker.says(DETAIL, "{\"name\":\"q\",\"partitions\":[{\"name\":\"a\",\"stats\":{\"total\":7}}]}");
        assertThat(ofGroup())
                .isInstanceOfSatisfying(
                        Waiting.Unreadable.class,
                        unreadable -> assertThat(unreadable.text()).contains("`q`", "`a`"));
    }

    @Test
    void a_partition_that_is_named_twice_must_not_be_counted_twice() {
        broker.says(
                DEPTH,
                "{\"queue\":\"q\",\"partitions\":[{\"partition\":\"a\",\"pending\":2},{\"partition\":\"a\",\"pending\":3}]}");
        assertThat(ofGroup()).isInstanceOf(Waiting.Unreadable.class);
    }

    @Test
    void a_detail_that_names_a_partition_twice_must_not_pass_for_a_depth() {
        broker.says(
                DETAIL,
                "{\"name\":\"q\",\"partitions\":[{\"name\":\"a\",\"stats\":{\"pending\":2}},{\"name\":\"a\",\"stats\":{\"pending\":3}}]}");
        assertThat(ofGroup())
                .isInstanceOfSatisfying(
                        Waiting.Unreadable.class,
                        unreadable -> assertThat(unreadable.text()).contains("`q`", "`a`", "twice"));
    }

    @Test
    void a_detail_stands_in_where_the_depth_route_is_missing() {
        broker.says(DETAIL, "{\"name\":\"q\",\"partitions\":[{\"name\":\"a\",\"stats\":{\"pending\":7}}]}");
        assertThat(ofGroup()).isEqualTo(new Waiting.Messages(7));
    }

    @Test
    void several_groups_of_a_queue_must_not_each_ask_for_its_depth() {
        broker.says(DETAIL, "{\"name\":\"q\",\"partitions\":[{\"name\":\"a\",\"stats\":{\"pending\":7}}]}");
        var nanos = new AtomicLong();
        var depths = new Depths(broker.client().admin(), nanos::get);
        assertThat(depths.ofGroup("q", "g")).isEqualTo(new Waiting.Messages(7));
        assertThat(broker.reads()).as("of the group, of the queue, the detail").isEqualTo(3);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(depths.ofGroup("q", "h")).isEqualTo(new Waiting.Messages(7));
        assertThat(depths.ofQueue("q")).isEqualTo(new Waiting.Messages(7));
        assertThat(broker.reads()).as("of the other group").isEqualTo(4);
        // two seconds after the queue was read, not after the second group asked
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        broker.says(DETAIL, "{\"name\":\"q\",\"partitions\":[{\"name\":\"a\",\"stats\":{\"pending\":8}}]}");
        assertThat(depths.ofGroup("q", "h")).isEqualTo(new Waiting.Messages(8));
    }
}
