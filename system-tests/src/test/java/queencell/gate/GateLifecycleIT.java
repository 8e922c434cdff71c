package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import queencell.http.Answer;

/// Declares, deletes and stores that fail half-way, and replicas that follow (runtime, 11 to 13 and 23, 38 to 52).
@ExtendWith(GatesExtension.class)
class GateLifecycleIT {

    private static final String BUDGET = "'budgets':[{'id':'b','count':1000,'timeMs':1000}]";
    private static final String SIMPLE = """
            {'version':1,
             'nodes':{'a':{'ingress':true,'egress':'$out',%s}},
             'paths':[{'name':'main','nodes':['a']}]}""".formatted(BUDGET);
    /// The same with one more queue.
    private static final String GROWN = """
            {'version':2,
             'nodes':{'a':{'ingress':true,'egress':'$out',%1$s},'extra':{'ingress':true,'egress':'$out',%1$s}},
             'paths':[{'name':'main','nodes':['a']},{'name':'more','nodes':['extra']}]}""".formatted(BUDGET);
    private static final Toll BROKEN = new Toll.Refuse(500, "{\"error\":\"refused on the road\"}");
    private static final String CONFIGURE = "/api/v1/configure";
    private static final String KV = "/api/v1/kv";

    @Test
    void a_change_that_cannot_be_provisioned_must_leave_the_old_version_serving(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SIMPLE);
        try (var _ = graph.toll(CONFIGURE, "g.extra.ingress", BROKEN)) {
            Answer refused = graph.put(GROWN);
            assertThat(refused.status()).as(refused.toString()).isEqualTo(502);
            assertThat(refused.text()).contains("still serving version 1");
        }
        assertThat(graph.read().path("running").asBoolean()).isTrue();
        assertThat(graph.read().path("version").asInt()).isEqualTo(1);
        graph.pushMany("a", 0, 5, 2);
        graph.awaitArrived(5);
    }

    @Test
    void a_first_document_that_could_not_be_stored_must_be_saved_later(Gates gates) {
        Graph graph = gates.graph();
        try (var _ = graph.toll(KV, "'put'", BROKEN)) {
            Answer refused = graph.put(SIMPLE);
            assertThat(refused.status()).as(refused.toString()).isEqualTo(502);
            assertThat(refused.text()).contains("NOT durable");
        }
        Eventually.holds(() ->
                assertThat(graph.row("graph:$app:g").path("found").asBoolean()).isTrue());
        assertThat(graph.read().path("persisted").asBoolean()).isTrue();
    }

    @Test
    void a_change_that_could_not_be_stored_must_not_outlive_the_stored_version(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SIMPLE);
        try (var _ = graph.toll(KV, "'put'", BROKEN)) {
            assertThat(graph.put(GROWN).text()).contains("NOT durable");
        }
        graph.awaitBoth(1);
        graph.pushMany("a", 0, 3, 1);
        graph.awaitArrived(3);
    }

    @Test
    void a_graph_of_which_no_version_can_start_must_refuse_pushes_until_it_is_back(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SIMPLE);
        try (var _ = graph.toll(CONFIGURE, "", BROKEN)) {
            Answer refused = graph.put(GROWN);
            assertThat(refused.status()).as(refused.toString()).isEqualTo(502);
            assertThat(refused.text()).contains("unregistered");
            assertThat(graph.push("a", "{'payload':{}}").status()).isEqualTo(404);
        }
        graph.awaitBoth(1);
        graph.pushMany("a", 0, 3, 1);
        graph.awaitArrived(3);
    }

    @Test
    void a_graph_that_never_ran_here_must_stay_deletable(Gates gates) {
        Graph graph = gates.graph();
        try (var _ = graph.toll(CONFIGURE, "", BROKEN)) {
            graph.write("graph:$app:g", stored(graph, SIMPLE));
            Graph.sleep(Duration.ofMillis(1_500));
            Answer deleted = graph.delete();
            assertThat(deleted.status()).as(deleted.toString()).isEqualTo(200);
            assertThat(deleted.json().path("registered").asBoolean(true)).isFalse();
        }
        Graph.sleep(Duration.ofMillis(1_500));
        assertThat(graph.request("GET", "").send().status()).isEqualTo(404);
        // one that was at it when the document went away follows with its next look into the store
        Graph other = graph.at(gates.second());
        Eventually.holds(
                () -> assertThat(other.request("GET", "").send().status()).isEqualTo(404));
        assertThat(graph.row("graph:$app:g").path("found").asBoolean()).isFalse();
        assertThat(graph.delete().status()).as("deleted twice").isEqualTo(200);
    }

    @Test
    void a_migrated_graph_that_is_deleted_must_not_come_back_from_its_old_row(Gates gates) {
        Graph graph = gates.graph();
        graph.write("spec:$app:old.g", graph.text(GateApiIT.V1_TARGET));
        graph.awaitBoth(1);
        assertThat(graph.delete().status()).isEqualTo(200);
        assertThat(graph.row("spec:$app:old.g").path("found").asBoolean()).isFalse();
        Graph.sleep(Duration.ofMillis(1_500));
        assertThat(graph.request("GET", "").send().status()).isEqualTo(404);
    }

    @Test
    void another_replica_must_follow_a_declare_a_change_and_a_delete(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SIMPLE);
        graph.awaitBoth(1);
        graph.declare(GROWN);
        graph.awaitBoth(2);
        // a change without a higher version is followed as well
        graph.declare(GROWN.replace("1000,'timeMs'", "900,'timeMs'"));
        Graph other = graph.at(gates.second());
        Eventually.holds(() ->
                assertThat(other.read().at("/nodes/0/budgets/0/count").asLong()).isEqualTo(900));
        graph.delete();
        Eventually.holds(
                () -> assertThat(other.request("GET", "").send().status()).isEqualTo(404));
    }

    @Test
    void a_change_that_renames_a_counter_must_not_pass_at_another_replica_either(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SIMPLE);
        Answer refused = graph.at(gates.second()).put(SIMPLE.replace("'id':'b'", "'id':'renamed'"));
        assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
        assertThat(refused.text()).contains("bump version above 1");
    }

    @Test
    void a_graph_that_is_deleted_and_declared_again_must_converge(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SIMPLE);
        graph.awaitBoth(1);
        graph.delete();
        graph.declare(SIMPLE.replace("'id':'b'", "'id':'other'"));
        Graph second = graph.at(gates.second());
        Eventually.holds(() ->
                assertThat(second.read().at("/nodes/0/budgets/0/id").asText()).isEqualTo("other"));
    }

    @Test
    void a_save_whose_answer_was_lost_must_not_bring_a_deleted_graph_back(Gates gates) {
        Graph graph = gates.graph();
        try (var _ = graph.tollOnce(KV, "'put'", new Toll.CutAnswer(0))) {
            assertThat(graph.put(SIMPLE).status()).isEqualTo(502);
        }
        Eventually.holds(
                () -> assertThat(graph.read().path("persisted").asBoolean()).isTrue());
        assertThat(graph.at(gates.second()).delete().status()).isEqualTo(200);
        Eventually.holds(
                () -> assertThat(graph.request("GET", "").send().status()).isEqualTo(404));
        Graph.sleep(Duration.ofMillis(1_500));
        assertThat(graph.row("graph:$app:g").path("found").asBoolean()).isFalse();
    }

    @Test
    void a_rule_that_is_newer_than_a_stored_document_must_not_stop_its_graph(Gates gates) {
        Graph graph = gates.graph();
        // an item may cost more than a whole window holds: refused today
        String tooDear = SIMPLE.replace("'egress'", "'cost':{'path':'payload.c','default':1,'max':5000},'egress'");
        graph.write("graph:$app:g", stored(graph, tooDear));
        graph.awaitBoth(1);
        graph.pushMany("a", 0, 3, 1);
        graph.awaitArrived(3);
        Answer refused = graph.put(tooDear);
        assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    }

    @Test
    void watch_must_not_begin_where_nothing_can_be_remembered(Gates gates) {
        Graph graph = gates.graph();
        Answer refused = graph.put(SIMPLE.replace("'version':1", "'version':1,'watch':{'durationSeconds':600}"));
        assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
        assertThat(refused.text()).contains("durable history");
    }

    @Test
    void a_graph_that_only_watches_must_hold_nothing_back(Gates gates) {
        Graph graph = gates.graph();
        graph.write(
                "graph:$app:g",
                stored(
                                graph,
                                SIMPLE.replace("1000,'timeMs'", "1,'timeMs'")
                                        .replace("'ingress':true", "'ingress':{'shed':true}"))
                        .replace(
                                "\"version\":1",
                                "\"version\":1,\"watch\":{\"durationSeconds\":600,\"startedAt\":1000}"));
        graph.awaitBoth(1);
        graph.pushMany("a", 0, 30, 3);
        graph.pushMany("a", 30, 30, 3);
        graph.awaitArrived(60);
        Answer held = graph.request("POST", "/nodes/a/backoff")
                .json("{\"retryAfterSeconds\":60}")
                .send();
        assertThat(held.status()).as(held.toString()).isEqualTo(409);
        assertThat(held.code()).isEqualTo("watch_mode");
        Answer enforced = graph.put(SIMPLE);
        assertThat(enforced.status()).as(enforced.toString()).isEqualTo(409);
        graph.declare(SIMPLE.replace("'version':1", "'version':2"));
        graph.pushMany("a", 60, 5, 1);
        graph.awaitArrived(65);
    }

    @Test
    void queues_of_the_application_must_keep_their_settings(Gates gates) {
        Graph graph = gates.graph();
        String document = """
                {'version':1,
                 'nodes':{'a':{'ingress':{'queue':'$app.in'},%1$s},'b':{'ingress':true,'egress':'$out',%1$s}},
                 'paths':[{'name':'main','nodes':['a','b']}]}""".formatted(BUDGET);
        graph.declare(document);
        graph.awaitBoth(1);
        // an equal one says just as much that the queues are as they should be
        gates.road().forget();
        graph.declare(document);
        assertThat(graph.crossed(CONFIGURE, "'$app.in'")).isZero();
        assertThat(graph.crossed(CONFIGURE, "'$out'")).isZero();
        for (String owned : new String[] {"gate.$app.g.b.in", "gate.$app.g.b.ingress"}) {
            assertThat(graph.crossed(CONFIGURE, "'" + owned + "'")).as(owned).isPositive();
            assertThat(gates.road().crossings().stream()
                            .filter(crossing -> crossing.path().equals(CONFIGURE)
                                    && crossing.text().contains(graph.text("'" + owned + "'")))
                            .map(crossing -> crossing.text()))
                    .allSatisfy(body -> assertThat(body)
                            .contains(graph.text("'namespace':'gate.$app'"))
                            .contains(
                                    "\"leaseTime\":3",
                                    "\"retryLimit\":3",
                                    "\"retentionEnabled\":true",
                                    "\"retentionSeconds\":0",
                                    "\"completedRetentionSeconds\":2592000",
                                    "\"maxWaitTimeSeconds\":0"));
        }
    }

    @Test
    void a_stage_that_ended_must_be_visible_and_come_back(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(SIMPLE);
        graph.awaitBoth(1);
        try (var _ = graph.toll("/api/v1/pop", "", new Toll.Refuse(403, "{\"error\":\"feature_gated\"}"))) {
            Eventually.holds(
                    () -> assertThat(graph.push("a", "{'payload':{}}").status()).isEqualTo(503));
            JsonNode read = graph.request("GET", "/nodes/a/eta").send().json();
            assertThat(read.path("code").asText()).isEqualTo("stopped");
        }
        Eventually.holds(
                () -> assertThat(graph.read().path("running").asBoolean()).isTrue());
        graph.pushMany("a", 0, 3, 1);
        Eventually.holds(() -> assertThat(graph.arrived()).hasSizeGreaterThanOrEqualTo(3));
    }

    /// A document as it lies in the store.
    private static String stored(Graph graph, String document) {
        return graph.text("{'application':'$app','graph':'g'," + document.substring(1));
    }
}
