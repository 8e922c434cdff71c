package queencell.gate.graph;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.gate.Vectors;
import queencell.gate.document.Finding;

/// What a declaration is told about the broker's queues and the graphs beside it (document, 9.2 and 9.3).
class KnownFactsTest {

    private Replica replica;

    @BeforeEach
    void start() throws IOException {
        replica = Replica.start();
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    private Declared declare(String graph, String nodes, String paths) {
        return replica.supervisor()
                .declare(Declaration.of(Vectors.document(
                        "{\"application\":\"app\",\"graph\":\"%s\",\"version\":1,\"nodes\":{%s},\"paths\":[%s]}"
                                .formatted(graph, nodes, paths))));
    }

    /// A graph of one node, all whose budgets are one counter.
    private List<Finding> sharing(String graph, int budgets, int count) {
        String list = IntStream.range(0, budgets)
                .mapToObj(i -> "{\"id\":\"b%d\",\"count\":%d,\"timeMs\":1000,\"sharedKey\":\"k\"}".formatted(i, count))
                .collect(joining(","));
        Declared declared = declare(
                graph,
                "\"n\":{\"ingress\":true,\"egress\":\"app.%s.out\",\"budgets\":[%s]}".formatted(graph, list),
                "{\"name\":\"main\",\"nodes\":[\"n\"]}");
        return ((Declared.Accepted) declared).warnings();
    }

    @Test
    void many_budgets_of_one_counter_must_not_be_compared_each_with_each() {
        sharing("one", 300, 1);
        assertThat(sharing("two", 300, 2)).extracting(Finding::rule).containsOnlyOnce("shared-elsewhere");
    }

    @Test
    void a_queue_that_another_graph_reads_by_two_paths_is_told_once() {
        String node = "\"n\":{\"ingress\":{\"queue\":\"app.in\"},\"egress\":\"app.%s.out\","
                + "\"budgets\":[{\"count\":100,\"timeMs\":1000}]}";
        declare("one", node.formatted("one"), "{\"name\":\"p\",\"nodes\":[\"n\"]},{\"name\":\"q\",\"nodes\":[\"n\"]}");
        assertThat(declare("two", node.formatted("two"), "{\"name\":\"p\",\"nodes\":[\"n\"]}"))
                .isInstanceOfSatisfying(
                        Declared.Refused.class,
                        refused -> assertThat(refused.problems())
                                .extracting(Finding::rule)
                                .containsExactly("ingress-owner"));
    }

    @Test
    void a_graph_is_chained_to_another_by_its_ingress_queue() {
        String node = "\"n\":{\"ingress\":true,\"egress\":\"%s\",\"budgets\":[{\"count\":100,\"timeMs\":1000}]}";
        String path = "{\"name\":\"p\",\"nodes\":[\"n\"]}";
        assertThat(declare("next", node.formatted("app.out"), path)).isInstanceOf(Declared.Accepted.class);
        assertThat(declare("first", node.formatted("gate.app.next.n.ingress"), path))
                .isInstanceOfSatisfying(
                        Declared.Accepted.class,
                        accepted -> assertThat(accepted.warnings()).isEmpty());
    }

    private List<Finding> warningsOfAnIngressWith(String options) {
        replica.broker()
                .says(
                        "/api/v1/resources/queues/app.in",
                        "{\"name\":\"app.in\",\"partitions\":[],\"options\":%s}".formatted(options));
        Declared declared = declare(
                "g",
                "\"n\":{\"ingress\":{\"queue\":\"app.in\"},\"egress\":\"app.out\","
                        + "\"budgets\":[{\"count\":100,\"timeMs\":1000}]}",
                "{\"name\":\"p\",\"nodes\":[\"n\"]}");
        return ((Declared.Accepted) declared).warnings();
    }

    /// The switch does not hold for the longest wait, which deletes what is leased as well.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"retentionEnabled":true,"retentionSeconds":7200,"maxWaitTimeSeconds":60}  | 60 seconds
            {"retentionEnabled":true,"retentionSeconds":50,"maxWaitTimeSeconds":60}    | 50 seconds
            {"retentionEnabled":false,"retentionSeconds":50,"maxWaitTimeSeconds":60}   | 60 seconds
            """)
    void a_wait_that_deletes_work_was_not_told(String options, String life) {
        assertThat(warningsOfAnIngressWith(options))
                .singleElement()
                .satisfies(warning -> assertThat(warning.detail()).contains("keeps a message for " + life));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"retentionEnabled\":false,\"retentionSeconds\":7200,\"maxWaitTimeSeconds\":0}",
                "{\"retentionEnabled\":true,\"retentionSeconds\":0}",
                "{\"retentionEnabled\":true,\"retentionSeconds\":null}",
                "{}"
            })
    void a_retention_that_is_off_was_warned_of(String options) {
        assertThat(warningsOfAnIngressWith(options)).isEmpty();
    }

    @Test
    void the_time_that_a_queue_keeps_waiting_work_is_told_with_its_unit() {
        assertThat(warningsOfAnIngressWith("{\"retentionEnabled\":true,\"retentionSeconds\":7200}"))
                .containsExactly(new Finding(
                        "ingress-retention",
                        "/nodes/n/ingress/queue",
                        "node `n`: queue `app.in` keeps a message for 7200 seconds, so work that waits longer for its"
                                + " budget could be deleted. Turn retention of waiting messages off, or make it longer"
                                + " than the longest wait."));
    }
}
