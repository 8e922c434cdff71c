package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.gate.Graph.Arrived;
import queencell.http.Answer;

/// Doors, ownership, older callers and re-entry (runtime, 16 and 23, 24 to 36).
@ExtendWith(GatesExtension.class)
class GateApiIT {

    private static final Duration QUIET = Duration.ofMillis(700);
    private static final String WIDE = "'budgets':[{'id':'wide','count':100000,'timeMs':1000}]";
    private static final String CHAIN = """
            {'version':1,
             'nodes':{'a':{'ingress':true,%1$s},'b':{'egress':'$out',%1$s}},
             'paths':[{'name':'main','nodes':['a','b']}]}""".formatted(WIDE);
    private static final String READS_OWN_QUEUE = """
            {'version':1,
             'nodes':{'a':{'ingress':{'queue':'$app.in'},'egress':'$out',%s}},
             'paths':[{'name':'main','nodes':['a']}]}""".formatted(WIDE);

    /// As a caller of the first generation wrote it.
    static final String V1_TARGET = """
            {'name':'g','version':1,
             'budgets':[{'id':'api','cap':100,'periodSeconds':1,'alignment':'rolling','confidence':'assumed'}],
             'cost':{'field':'units','default':1,'max':9}}""";

    @Test
    void a_push_behind_the_entry_must_not_skip_the_budgets_before_it(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN);
        Answer refused = graph.push("b", "{'payload':{}}");
        assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
        assertThat(refused.json().path("error").asText()).contains("skip every budget", "a");
    }

    @Test
    void two_graphs_must_not_share_the_work_of_one_queue(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(READS_OWN_QUEUE);
        Answer refused = gates.first()
                .request("PUT", "/v1/apps/%s/graphs/thief".formatted(graph.application()))
                .json(graph.text(READS_OWN_QUEUE))
                .send();
        assertThat(refused.status()).as(refused.toString()).isIn(409, 422);
        Answer elsewhere = gates.second()
                .request("PUT", "/v1/apps/%s-2/graphs/thief".formatted(graph.application()))
                .json(graph.text(READS_OWN_QUEUE))
                .send();
        assertThat(elsewhere.status()).as(elsewhere.toString()).isIn(409, 422);
    }

    @Test
    void a_graph_must_not_read_the_interior_queue_of_another(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN);
        Answer refused = gates.first()
                .request("PUT", "/v1/apps/%s/graphs/thief".formatted(graph.application()))
                .json(graph.text(READS_OWN_QUEUE.replace("$app.in", "gate.$app.g.b.in")))
                .send();
        assertThat(refused.status()).as(refused.toString()).isIn(409, 422);
        assertThat(refused.text()).contains("already the source");
    }

    @Test
    void ownership_that_cannot_be_checked_must_not_be_assumed(Gates gates) {
        Graph graph = gates.graph();
        try (var _ = gates.road()
                .raise(crossing -> crossing.text().contains("getPrefix")
                        ? new Toll.Refuse(500, "{\"error\":\"refused on the road\"}")
                        : new Toll.Pass())) {
            Answer refused = graph.put(READS_OWN_QUEUE);
            assertThat(refused.status()).as(refused.toString()).isEqualTo(502);
            assertThat(refused.text()).contains("exclusive ownership");
        }
        graph.write("graph:$app:newer", "{\"from\":\"a newer build\"}");
        try {
            Answer refused = graph.put(READS_OWN_QUEUE);
            assertThat(refused.status()).as(refused.toString()).isEqualTo(502);
            assertThat(refused.text()).contains("inventory is incomplete");
            // one row that cannot be read must not stop everybody
            assertThat(graph.put(CHAIN).status()).isEqualTo(200);
        } finally {
            graph.erase("graph:$app:newer");
        }
    }

    @Test
    void a_name_that_the_store_has_no_key_for_must_be_refused_as_a_name(Gates gates) {
        Graph graph = gates.graph();
        String place = "/v1/apps/%s/graphs/%s".formatted(graph.application(), "g".repeat(600));
        Answer refused =
                gates.first().request("PUT", place).json(graph.text(CHAIN)).send();
        assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
        assertThat(refused.json().at("/problems/0/rule").asText()).isEqualTo("graph-name");
        Answer deleted = gates.first().request("DELETE", place).send();
        assertThat(deleted.status()).as(deleted.toString()).isEqualTo(200);
    }

    /// Told whole, these take a gigabyte, and the process ends.
    @Test
    void a_body_full_of_mistakes_must_be_refused_and_not_end_the_gate(Gates gates) {
        Graph graph = gates.graph();
        Answer refused = graph.put("{'version':1,'paths':[],'nodes':{'" + "n".repeat(45_000) + "':{'budgets':[1"
                + ",1".repeat(20_000) + "]}}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("problems")).hasSizeBetween(500, 510);
        assertThat(graph.put(CHAIN).status()).isEqualTo(200);
    }

    @Test
    void callers_of_removed_routes_must_be_told_where_the_work_is(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN);
        Answer next = graph.request("GET", "/nodes/b/next").send();
        assertThat(next.status()).as(next.toString()).isEqualTo(410);
        assertThat(next.text()).contains(graph.egress());
        Answer lease =
                gates.first().request("POST", "/v1/leases/x/ack").json("{}").send();
        assertThat(lease.status()).as(lease.toString()).isEqualTo(410);
        assertThat(lease.text()).contains("backoff");
    }

    @Test
    void a_caller_of_the_first_generation_must_still_be_served(Gates gates) {
        Graph graph = gates.graph();
        Answer declared = gates.first()
                .request("PUT", "/v1/apps/%s/targets/g".formatted(graph.application()))
                .json(graph.text(V1_TARGET))
                .send();
        assertThat(declared.status()).as(declared.toString()).isEqualTo(200);
        assertThat(declared.json().path("migrated").asBoolean()).isTrue();
        assertThat(declared.json().path("migration")).isNotEmpty();
        assertThat(declared.json().at("/resolved/nodes/0/egressQueue").asText())
                .isEqualTo(graph.text("gate.$app.g.admitted.default"));
        assertThat(graph.push("g", "{'payload':{},'cost':7}")
                        .json()
                        .path("cost")
                        .asInt())
                .isEqualTo(7);
        assertThat(graph.push("g", "{'payload':{'units':2},'cost':7}")
                        .json()
                        .path("cost")
                        .asInt())
                .isEqualTo(2);
        assertThat(graph.push("g", "{'payload':{},'cost':10}").status()).isEqualTo(422);
        Eventually.holds(() -> assertThat(graph.count("", "g", "forwarded")).isEqualTo(2));
    }

    @Test
    void metrics_must_tell_a_budget_from_a_backoff(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN.replace("100000,'timeMs':1000", "2,'timeMs':2000,'subWindows':1"));
        assertThat(metrics(gates, graph).path("state").asText()).isEqualTo("flowing");
        JsonNode budget = metrics(gates, graph).path("binding_budget");
        assertThat(budget.path("cap").asLong()).as(budget.toString()).isEqualTo(2);
        assertThat(budget.path("period_seconds").asLong()).isEqualTo(2);
        assertThat(metrics(gates, graph).path("admitted_per_sec").isNull()).isTrue();
        graph.pushMany("a", 0, 20, 1);
        Eventually.holds(
                () -> assertThat(metrics(gates, graph).path("state").asText()).isEqualTo("pacing"));
        graph.request("POST", "/nodes/a/backoff")
                .json("{\"retryAfterSeconds\":60}")
                .send();
        assertThat(metrics(gates, graph).path("state").asText()).isEqualTo("breached");
    }

    private static JsonNode metrics(Gates gates, Graph graph) {
        JsonNode all = gates.first()
                .request("GET", "/v1/apps/%s/metrics".formatted(graph.application()))
                .send()
                .json();
        return StreamSupport.stream(all.path("targets").spliterator(), false)
                .filter(target -> target.path("node").asText().equals("a"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(all.toString()));
    }

    @Test
    void the_console_must_be_able_to_draw_a_graph_and_forget_a_deleted_one(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN);
        String base = "/api/apps/%s/graphs/g".formatted(graph.application());
        JsonNode topology =
                gates.first().request("GET", base + "/topology").send().json();
        assertThat(topology.at("/nodes/0/ingress").asBoolean()).isTrue();
        assertThat(topology.at("/nodes/1/egress").asBoolean()).isTrue();
        assertThat(topology.at("/edges/0/from").asText()).isEqualTo("a");
        assertThat(topology.at("/edges/0/to").asText()).isEqualTo("b");
        assertThat(topology.at("/paths/0/name").asText()).isEqualTo("main");
        assertThat(topology.at("/paths/0/hops").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(gates.first()
                        .request("GET", base)
                        .send()
                        .json()
                        .at("/nodes/0/budgets/0/confidence")
                        .asText())
                .isEqualTo("inferred");
        graph.delete();
        assertThat(gates.first().request("GET", base + "/topology").send().status())
                .isEqualTo(404);
    }

    @Test
    void a_delete_that_could_mean_two_graphs_must_delete_none(Gates gates) {
        Graph one = gates.graph();
        Graph two = gates.graph();
        String name = one.application();
        for (Graph each : new Graph[] {one, two}) {
            Answer declared = gates.first()
                    .request("PUT", "/v1/apps/%s/graphs/%s".formatted(each.application(), name))
                    .json(each.text(CHAIN))
                    .send();
            assertThat(declared.status()).as(declared.toString()).isEqualTo(200);
        }
        Answer refused = gates.first().request("DELETE", "/v1/graphs/" + name).send();
        assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
        assertThat(refused.text()).contains(one.application(), two.application());
        for (Graph each : new Graph[] {one, two}) {
            assertThat(gates.first()
                            .request("GET", "/v1/apps/%s/graphs/%s".formatted(each.application(), name))
                            .send()
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_sync_must_not_remove_anything_while_one_of_its_targets_is_refused(Gates gates) {
        Graph graph = gates.graph();
        String targets = "/v1/apps/%s/targets".formatted(graph.application());
        String good = V1_TARGET.replace("'g'", "'kept'");
        gates.first()
                .request("PUT", targets + "/old")
                .json(graph.text(V1_TARGET))
                .send();
        gates.first()
                .request("PUT", path(graph, "grown"))
                .json(graph.text(CHAIN))
                .send();

        JsonNode partial = gates.first()
                .request("PUT", targets)
                .json(graph.text("[%s,%s]".formatted(good, V1_TARGET.replace("'g'", "'NOT-A-NAME'"))))
                .send()
                .json();
        assertThat(partial.path("ok").asBoolean()).as(partial.toString()).isFalse();
        assertThat(partial.path("removed")).isEmpty();

        // another replica removes what it has in the store alone
        Answer whole = gates.second()
                .request("PUT", targets)
                .json(graph.text("[" + good + "]"))
                .send();
        assertThat(whole.json().path("ok").asBoolean()).as(whole.toString()).isTrue();
        assertThat(whole.json().path("removed").toString()).contains("old").doesNotContain("grown");
        Eventually.holds(() -> assertThat(gates.second()
                        .request("GET", path(graph, "grown"))
                        .send()
                        .status())
                .isEqualTo(200));
    }

    private static String path(Graph graph, String name) {
        return "/v1/apps/%s/graphs/%s".formatted(graph.application(), name);
    }

    @Test
    void an_item_that_comes_back_must_pay_again_and_not_for_ever(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN.replace("'version':1", "'version':1,'maxAttempts':2"));
        graph.push("a", "{'payload':{'n':1},'partition':'p','txn':'item'}");
        Arrived first = graph.awaitArrived(1).getFirst();
        JsonNode entered = reenter(graph, first).json();
        assertThat(entered.path("attempt").asInt()).as(entered.toString()).isEqualTo(1);
        assertThat(entered.path("node").asText()).isEqualTo("a");
        assertThat(entered.path("queue").asText()).isEqualTo(graph.text("gate.$app.g.a.ingress"));
        assertThat(reenter(graph, first).json().path("transactionId").asText())
                .isEqualTo(entered.path("transactionId").asText());
        Arrived second = graph.awaitArrived(2).getLast();
        assertThat(second.data().at("/_gate/attempt").asInt()).isEqualTo(1);
        assertThat(reenter(graph, second).status()).isEqualTo(200);
        Arrived third = graph.awaitArrived(3).getLast();
        assertThat(third.data().at("/_gate/attempt").asInt()).isEqualTo(2);
        Answer exhausted = reenter(graph, third);
        assertThat(exhausted.status()).as(exhausted.toString()).isEqualTo(422);
        assertThat(exhausted.text()).contains("2");
        graph.exactly(3, QUIET);
    }

    private static Answer reenter(Graph graph, Arrived item) {
        return graph.request("POST", "/reenter")
                .json("{\"payload\":%s,\"txn\":\"item\",\"partition\":\"p\"}".formatted(item.data()))
                .send();
    }

    @Test
    void one_bad_item_must_keep_all_of_its_array_out(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(
                CHAIN.replace("'ingress':true,", "'ingress':true,'cost':{'path':'payload.c','default':1,'max':5},"));
        String items = "[{'payload':{'n':0},'partition':'x','txn':'t0'},{'payload':{'n':1,'c':%d},'partition':'y'},"
                + "{'payload':{'n':2},'partition':'x','txn':'t0'}]";
        Answer refused = graph.push("a", items.formatted(6));
        assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
        assertThat(refused.code()).isEqualTo("over_cost");
        assertThat(refused.json().path("error").asText()).startsWith("item 1:").contains("6", "5");
        graph.exactly(0, QUIET);

        JsonNode taken = graph.push("a", items.formatted(4)).json();
        assertThat(taken.path("pushed").asInt()).as(taken.toString()).isEqualTo(3);
        assertThat(taken.path("queue").asText()).isEqualTo(graph.text("gate.$app.g.a.ingress"));
        assertThat(taken.path("results").toString())
                .isEqualTo("[{\"partition\":\"x\",\"cost\":1},{\"partition\":\"y\",\"cost\":4},"
                        + "{\"partition\":\"x\",\"cost\":1,\"duplicate\":true}]");
        graph.exactly(2, QUIET);
    }

    @Test
    void a_dry_run_must_say_what_would_change_and_change_nothing(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN);
        String changed = graph.text(CHAIN.replace("100000", "90000"));
        Answer dry = gates.first()
                .request("PUT", graph.path() + "?dryRun=true")
                .json(changed)
                .send();
        assertThat(dry.status()).as(dry.toString()).isEqualTo(200);
        assertThat(dry.json().path("dryRun").asBoolean()).isTrue();
        assertThat(dry.json().path("needsBump").asBoolean(true)).isFalse();
        assertThat(dry.json().path("changes").toString()).contains("90000").contains("100000");
        assertThat(dry.json().at("/resolved/nodes/0/budgets/0/count").asLong()).isEqualTo(90_000);
        assertThat(graph.read().at("/nodes/0/budgets/0/count").asLong()).isEqualTo(100_000);
        assertThat(graph.row("graph:$app:g").path("value").toString()).contains("100000");
        Answer mistyped = gates.first()
                .request("PUT", graph.path() + "?dryrun=true")
                .json(changed)
                .send();
        assertThat(mistyped.status()).as(mistyped.toString()).isEqualTo(422);
        assertThat(graph.read().at("/nodes/0/budgets/0/count").asLong()).isEqualTo(100_000);
        Answer explained = gates.first()
                .request("PUT", graph.path() + "?dryRun=true&explain=text")
                .json(changed)
                .send();
        assertThat(explained.text()).contains("90000").doesNotStartWith("{");
    }

    @Test
    void two_editors_must_not_overwrite_each_other(Gates gates) {
        Graph graph = gates.graph();
        Answer first = onlyIf(graph, "If-None-Match", "*", CHAIN);
        assertThat(first.status()).as(first.toString()).isEqualTo(200);
        assertThat(onlyIf(graph, "If-None-Match", "*", CHAIN).status()).isEqualTo(412);
        String tag = graph.request("GET", "").send().header("ETag").orElseThrow();
        assertThat(first.header("ETag")).contains(tag);
        Answer second = onlyIf(graph, "If-Match", tag, CHAIN.replace("100000", "90000"));
        assertThat(second.status()).as(second.toString()).isEqualTo(200);
        Answer late = onlyIf(graph, "If-Match", tag, CHAIN.replace("100000", "80000"));
        assertThat(late.status()).as(late.toString()).isEqualTo(412);
        assertThat(graph.read().at("/nodes/0/budgets/0/count").asLong()).isEqualTo(90_000);
    }

    private static Answer onlyIf(Graph graph, String condition, String tag, String document) {
        return graph.request("PUT", "")
                .header(condition, tag)
                .json(graph.text(document))
                .send();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "'text'", "[1]", "7"})
    void a_payload_that_cannot_carry_the_stamp_must_not_be_replaced(String payload, Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN);
        Answer refused = graph.push("a", "{'payload':%s}".formatted(payload));
        assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
        assertThat(graph.push("a", "{'partition':'p'}").status()).isEqualTo(200);
        graph.exactly(1, Duration.ZERO);
    }
}
