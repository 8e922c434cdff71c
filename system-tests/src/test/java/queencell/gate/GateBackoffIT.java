package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import queencell.http.Answer;

/// Shares of one counter, and a vendor that says "not now" (runtime, 10 and 23, 21 to 23).
@ExtendWith(GatesExtension.class)
class GateBackoffIT {

    private static final String FLOWING = """
            {'version':1,
             'nodes':{'a':{'ingress':true,'egress':'$out','budgets':[{'id':'b','count':1000,'timeMs':1000}]}},
             'paths':[{'name':'main','nodes':['a']}]}""";

    @Test
    void bulk_work_must_not_eat_the_reserve_of_urgent_work(Gates gates) {
        Graph graph = gates.graph();
        graph.declare("""
                {'version':1,
                 'nodes':{'fast':{'ingress':true,%1$s},'bulk':{'ingress':true,%1$s},
                          'ip':{'egress':'$out','budgets':[{'id':'b','count':20,'timeMs':3600000,'subWindows':1}]}},
                 'paths':[{'name':'fast','priority':0,'share':1.0,'nodes':['fast','ip']},
                          {'name':'bulk','priority':1,'share':0.5,'nodes':['bulk','ip']}]}""".formatted("'budgets':[{'id':'wide','count':100000,'timeMs':1000}]"));
        graph.pushMany("bulk", 0, 40, 4);
        graph.exactly(10, Duration.ofSeconds(1));
        graph.pushMany("fast", 100, 12, 4);
        graph.exactly(20, Duration.ofSeconds(1));
        assertThat(graph.arrived().stream().filter(item -> item.n() >= 100)).hasSize(10);
        assertThat(graph.counter("b:$app:g:ip:b")).isEqualTo(20);
    }

    @Test
    void a_backoff_must_stop_every_item_until_its_end_and_none_longer(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(FLOWING);
        graph.pushMany("a", 0, 5, 2);
        graph.awaitArrived(5);
        Answer held = backoff(graph, "{'retryAfterSeconds':4,'by':'vendor'}");
        assertThat(held.status()).as(held.toString()).isEqualTo(200);
        long until = held.json().path("until").asLong();
        graph.pushMany("a", 5, 5, 2);
        JsonNode breaker = graph.read().at("/nodes/0/breaker");
        assertThat(breaker.path("retryAfterSeconds").asLong()).isEqualTo(4);
        assertThat(breaker.path("by").asText()).isEqualTo("vendor");
        Answer breaches = gates.second().request("GET", "/api/breaches/recent").send();
        assertThat(breaches.json().toString()).contains(graph.application());
        graph.exactly(5, Duration.ofSeconds(2));
        graph.awaitArrived(10);
        assertThat(graph.arrived().getLast().data().at("/_gate/at").asLong())
                .as("admitted before the vendor's deadline")
                .isGreaterThanOrEqualTo(until - 1000);
    }

    @Test
    void a_backoff_that_is_lifted_must_let_waiting_items_go_at_once(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(FLOWING);
        backoff(graph, "{'retryAfterSeconds':3600}");
        graph.pushMany("a", 0, 5, 1);
        graph.exactly(0, Duration.ofSeconds(1));
        Answer lifted = graph.request("DELETE", "/nodes/a/backoff").send();
        assertThat(lifted.status()).as(lifted.toString()).isEqualTo(200);
        graph.awaitArrived(5);
    }

    @Test
    void a_backoff_that_could_not_be_stored_must_not_stop_half_of_the_node(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(FLOWING);
        try (var _ = graph.toll("/api/v1/kv", "'put'", new Toll.Refuse(500, "{\"error\":\"refused on the road\"}"))) {
            assertThat(backoff(graph, "{'retryAfterSeconds':60}").status()).isEqualTo(502);
        }
        assertThat(graph.counter("b:$app:g:a:b")).isZero();
        assertThat(graph.read().at("/nodes/0/breaker").isNull()).isTrue();
        graph.pushMany("a", 0, 3, 1);
        graph.awaitArrived(3);
    }

    private static Answer backoff(Graph graph, String body) {
        return graph.request("POST", "/nodes/a/backoff").json(graph.text(body)).send();
    }
}
