package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import queencell.http.Answer;

/// What Gate says about waiting work, and what it says when it cannot know (runtime, 17.4 and 23, 53 to 57).
@ExtendWith(GatesExtension.class)
class GateDepthIT {

    private static final String SLOW = """
            {'version':1,
             'nodes':{'a':{'ingress':true,'egress':{'queue':'$out','group':'workers'},
                           'budgets':[{'id':'b','count':2,'timeMs':60000,'subWindows':1}]}},
             'paths':[{'name':'main','nodes':['a']}]}""";
    private static final String QUEUES = "/api/v1/resources/queues/";
    /// Nothing that the client would ask for again.
    private static final Toll REFUSED = new Toll.Refuse(400, "{\"error\":\"refused on the road\"}");
    private static final Duration KEPT = Duration.ofMillis(2_100);

    @Test
    void a_depth_that_cannot_be_read_must_not_pass_for_none(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SLOW);
        // nor may the number that was known before
        assertThat(graph.read().at("/nodes/0/waiting_for_budget").asLong()).isZero();
        Graph.sleep(KEPT);
        try (var _ = graph.toll(QUEUES, "", REFUSED)) {
            gates.road().forget();
            long begun = System.nanoTime();
            for (int i = 0; i < 5; i++) {
                Answer refused = graph.request("GET", "").send();
                assertThat(refused.status()).as(refused.toString()).isEqualTo(502);
                assertThat(refused.text()).contains("live broker state");
            }
            // an outage must not make every reader of Gate a reader of the broker
            assertThat(graph.crossed(QUEUES, "gate.$app.g.a.ingress/depth"))
                    .isLessThanOrEqualTo(1 + (System.nanoTime() - begun) / KEPT.toNanos());
            // whatever shows a depth; the counters can be read
            assertThat(graph.unreadableWithout("/api/budgets")).containsOnly("live broker state");
            assertThat(gates.first().request("GET", "/api/graphs").send().status())
                    .isEqualTo(502);
        }
        Graph.sleep(KEPT);
        assertThat(graph.read().at("/nodes/0/waiting_for_budget").asLong()).isZero();
    }

    @Test
    void a_broker_without_the_depth_route_must_not_be_asked_for_it_each_time(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SLOW);
        graph.pushMany("a", 0, 5, 1);
        graph.awaitArrived(2);
        Graph.sleep(KEPT);
        try (var _ = graph.toll(QUEUES, "/depth", new Toll.Refuse(404, "{\"error\":\"not found\"}"))) {
            gates.road().forget();
            long begun = System.nanoTime();
            for (int i = 0; i < 5; i++) {
                assertThat(graph.read().at("/nodes/0/waiting_for_budget").asLong())
                        .isEqualTo(3);
            }
            // of the group, and then of the queue
            assertThat(graph.crossed(QUEUES, "gate.$app.g.a.ingress/depth"))
                    .isLessThanOrEqualTo(2 * (1 + (System.nanoTime() - begun) / KEPT.toNanos()));
        }
    }

    @Test
    void counters_that_cannot_be_read_must_not_pass_for_zero(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SLOW.replace("'id':'b',", "'id':'b','sharedKey':'both',"));
        try (var _ = graph.toll("/api/v1/kv", "'getMany'", REFUSED)) {
            assertThat(graph.unreadable()).containsOnly("live broker state");
        }
        assertThat(graph.request("GET", "").send().status()).isEqualTo(200);
    }

    @Test
    void an_eta_must_name_the_budget_that_holds_the_work_up(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SLOW);
        graph.pushMany("a", 0, 10, 1);
        graph.awaitArrived(2);
        Graph.sleep(KEPT);
        JsonNode eta = graph.request("GET", "/nodes/a/eta").send().json();
        assertThat(eta.path("etaSeconds").asLong()).as(eta.toString()).isBetween(1L, 600L);
        assertThat(eta.path("boundBy").asText()).isEqualTo("b");
        assertThat(eta.path("assumes").asText()).startsWith("no earlier than");
        assertThat(eta.path("waitingForBudget").asLong()).isEqualTo(8);
        assertThat(state(gates, graph)).isEqualTo("pacing");
        JsonNode issue = issue(gates, graph, "budget");
        assertThat(issue.path("node").asText()).isEqualTo("a");
        assertThat(issue.path("budget").asText()).isEqualTo("b");
    }

    @Test
    void work_that_waits_for_workers_must_not_be_blamed_on_a_budget(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SLOW.replace("'count':2", "'count':1000"));
        graph.pushMany("a", 0, 6, 1);
        Eventually.holds(() -> assertThat(graph.count("main", "a", "forwarded")).isEqualTo(6));
        Graph.sleep(KEPT);
        JsonNode eta = graph.request("GET", "/nodes/a/eta").send().json();
        assertThat(eta.path("waitingForBudget").asLong()).as(eta.toString()).isZero();
        assertThat(eta.path("waitingForWorkers").asLong()).as(eta.toString()).isEqualTo(6);
        assertThat(eta.path("state").asText()).isEqualTo("waiting-workers");
        assertThat(state(gates, graph)).isEqualTo("flowing");
        assertThat(issue(gates, graph, "workers").path("action").asText()).contains(graph.egress());
    }

    @Test
    void a_broker_that_is_gone_must_be_the_only_thing_that_is_reported(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SLOW);
        graph.pushMany("a", 0, 5, 1);
        graph.awaitArrived(2);
        long since = issue(gates, graph, "budget").path("since").asLong();
        // the probe's answer is kept for five seconds
        try (var _ = gates.road()
                .raise(crossing -> crossing.path().equals("/health")
                        ? new Toll.Refuse(503, "{\"status\":\"unhealthy\"}")
                        : new Toll.Pass())) {
            Eventually.holds(() -> assertThat(issues(gates, graph).toString()).contains("\"broker\""));
            assertThat(issues(gates, graph)).hasSize(1);
        }
        Eventually.holds(() ->
                assertThat(issue(gates, graph, "budget").path("since").asLong()).isGreaterThan(since));
        assertThat(gates.first()
                        .request("GET", "/api/apps/%s/graphs/none/diagnostics".formatted(graph.application()))
                        .send()
                        .status())
                .isEqualTo(404);
    }

    private static JsonNode issues(Gates gates, Graph graph) {
        Answer answer = gates.first()
                .request("GET", "/api/apps/%s/graphs/g/diagnostics".formatted(graph.application()))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return answer.json().path("issues");
    }

    private static JsonNode issue(Gates gates, Graph graph, String kind) {
        JsonNode all = issues(gates, graph);
        return StreamSupport.stream(all.spliterator(), false)
                .filter(issue -> issue.path("kind").asText().equals(kind))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + ": " + all));
    }

    private static String state(Gates gates, Graph graph) {
        JsonNode rows = gates.first().request("GET", "/api/targets").send().json();
        return StreamSupport.stream(rows.spliterator(), false)
                .filter(row -> row.path("application").asText().equals(graph.application()))
                .map(row -> row.path("state").asText())
                .findFirst()
                .orElseThrow(() -> new AssertionError("not listed: " + rows));
    }
}
