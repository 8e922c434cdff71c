package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import queencell.dev.CellFault;
import queencell.dev.Part;
import queencell.gate.Graph.Arrived;
import queencell.http.Answer;

/// Gates on one broker are one limiter, whatever fails between them and the database (runtime, 13.2, 20, 22.1).
///
/// Two in the suite; `-Dgate.replicas=4` is for more.
@ExtendWith(GatesExtension.class)
class GateReplicasIT {

    private static final int REPLICAS = Integer.getInteger("gate.replicas", 2);
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private static final String CONTENDED =
            """
            {'version':1,
             'nodes':{'x':{'ingress':true,'concurrency':4,'egress':'$out','budgets':[%1$s]},
                      'y':{'ingress':true,'concurrency':4,'egress':'$out','budgets':[%1$s]}},
             'paths':[{'name':'x','nodes':['x']},{'name':'y','nodes':['y']}]}""".formatted("{'id':'vendor','sharedKey':'vendor','count':50,'timeMs':1000}");

    /// One node for each kind of ceiling: one that two graphs would share, one per key, one for some operations beside
    /// one for all, one of items that cost more than one.
    private static final String EVERY_KIND =
            """
            {'version':1,
             'nodes':{
               'one':{'ingress':true,'concurrency':4,'egress':'$out','budgets':[%1$s]},
               'two':{'ingress':true,'concurrency':4,'egress':'$out','budgets':[%1$s]},
               'keyed':{'ingress':true,'concurrency':4,'egress':'$out','budgets':[
                 {'id':'all','count':30,'timeMs':1000},{'id':'each','count':5,'timeMs':1000,'scopeBy':'payload.key'}]},
               'writes':{'ingress':true,'concurrency':4,'egress':'$out','budgets':[
                 {'id':'all','count':30,'timeMs':1000},{'id':'write','count':10,'timeMs':1000,'whenOp':['write.*']}]},
               'dear':{'ingress':true,'concurrency':4,'egress':'$out','cost':{'path':'payload.cost','default':1,'max':5},
                 'budgets':[{'id':'units','count':30,'timeMs':1000}]}},
             'paths':[{'name':'one','nodes':['one']},{'name':'two','nodes':['two']},{'name':'keyed','nodes':['keyed']},
                      {'name':'writes','nodes':['writes']},{'name':'dear','nodes':['dear']}]}""".formatted("{'id':'vendor','sharedKey':'vendor','count':40,'timeMs':1000}");

    @BeforeEach
    void start(Gates gates) {
        gates.scaleTo(REPLICAS);
    }

    @AfterAll
    static void startAsOthersExpectThem(Gates gates) {
        gates.scaleTo(2);
    }

    @Test
    void every_ceiling_must_hold_over_all_replicas_together(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(EVERY_KIND);
        graph.awaitBoth(1);
        graph.pushMany("one", 0, 120, 16);
        graph.pushMany("two", 120, 120, 16);
        pushEach(graph, "keyed", 240, 80, n -> "'key':'k%d'".formatted(n % 4));
        pushEach(graph, "writes", 320, 80, n -> "'op':'%s.order'".formatted(n % 2 == 0 ? "write" : "read"));
        pushEach(graph, "dear", 400, 60, n -> "'cost':%d".formatted(1 + n % 5));
        onceEach(graph.exactly(460, Duration.ofSeconds(1)), 460);

        Admissions admissions = graph.admissions();
        String node = "b:%s:g:".formatted(graph.application());
        holds(admissions, "b:%s:shared:vendor".formatted(graph.application()), 40, 240);
        holds(admissions, node + "keyed:all", 30, 80);
        for (int key = 0; key < 4; key++) {
            holds(admissions, node + "keyed:each:k" + key, 5, 20);
        }
        holds(admissions, node + "writes:all", 30, 80);
        holds(admissions, node + "writes:write", 10, 40);
        holds(admissions, node + "dear:units", 30, 180);
        assertThat(gates.running()).hasSize(REPLICAS);
        assertThat(gates.running())
                .as("each took its part of the work")
                .allMatch(gate -> gate.request("GET", graph.path())
                        .send()
                        .json()
                        .path("stages")
                        .valueStream()
                        .anyMatch(stage -> stage.at("/counters/admitted").asLong() > 0));
    }

    /// Items in one request, each with a member of its own.
    private static void pushEach(Graph graph, String node, int from, int count, IntFunction<String> member) {
        Answer answer = graph.push(
                node,
                IntStream.range(from, from + count)
                        .mapToObj(
                                n -> "{'payload':{'n':%d,%s},'partition':'p%d'}".formatted(n, member.apply(n), n % 16))
                        .collect(Collectors.joining(",", "[", "]")));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    }

    @Test
    void a_replica_must_not_add_a_limit_of_its_own(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CONTENDED);
        graph.awaitBoth(1);
        graph.pushMany("x", 0, 150, 16);
        graph.pushMany("y", 150, 150, 16);
        graph.exactly(300, Duration.ofSeconds(1));
        Admissions admissions = graph.admissions();
        String counter = "b:%s:shared:vendor".formatted(graph.application());
        holds(admissions, counter, 50, 300);
        assertThat(admissions.windows(counter)).hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void a_gate_that_is_killed_must_neither_lose_nor_double_what_it_held(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CONTENDED);
        graph.awaitBoth(1);
        graph.pushMany("x", 0, 150, 16);
        Eventually.holds(() -> assertThat(graph.arrived()).isNotEmpty());
        gates.second().kill();
        graph.pushMany("y", 150, 50, 16);
        graph.awaitArrived(200);
        gates.second().start();
        graph.exactly(200, Duration.ofSeconds(1));
        onceEach(graph.arrived(), 200);
        graph.admissions().keepWithin("b:%s:shared:vendor".formatted(graph.application()), 50);
    }

    @Test
    void an_outage_of_broker_and_database_must_not_open_the_limit(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CONTENDED);
        graph.awaitBoth(1);
        graph.pushMany("x", 0, 200, 16);
        Eventually.holds(() -> assertThat(graph.arrived()).isNotEmpty());
        gates.cell().kill(Part.BROKER);
        gates.cell().start(Part.BROKER);
        gates.cell().kill(Part.POSTGRES);
        startDatabase(gates);
        Eventually.holds(() -> assertThat(graph.request("POST", "/nodes/y/push")
                        .json("{\"payload\":{\"n\":200},\"partition\":\"p\",\"txn\":\"after\"}")
                        .send()
                        .status())
                .isEqualTo(200));
        graph.awaitArrived(201);
        onceEach(graph.arrived(), 201);
        graph.admissions().keepWithin("b:%s:shared:vendor".formatted(graph.application()), 50);
    }

    /// The processes of a killed server hold its memory a moment longer.
    private static void startDatabase(Gates gates) {
        for (int attempt = 1; !gates.cell().alive(Part.POSTGRES); attempt++) {
            try {
                gates.cell().start(Part.POSTGRES);
            } catch (CellFault tooEarly) {
                if (attempt == 20) {
                    throw tooEarly;
                }
                Graph.sleep(Duration.ofMillis(250));
            }
        }
    }

    @Test
    void faults_of_every_kind_must_not_cost_an_item_or_open_the_limit(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CONTENDED);
        graph.awaitBoth(1);
        long until = System.nanoTime() + seconds("gate.chaos.seconds", 8).toNanos();
        int pushed = 0;
        try (var _ = gates.road().raise(crossing -> misfortune(crossing, graph))) {
            while (System.nanoTime() < until) {
                for (String node : List.of("x", "y")) {
                    pushed = pushThrough(graph, node, pushed);
                }
                Graph.sleep(Duration.ofMillis(500));
            }
        }
        graph.exactly(pushed, Duration.ofSeconds(4));
        onceEach(graph.arrived(), pushed);
        graph.admissions().keepWithin("b:%s:shared:vendor".formatted(graph.application()), 50);
    }

    /// Ten items, again under the same ids until Gate has taken them.
    private static int pushThrough(Graph graph, String node, int from) {
        String items = IntStream.range(from, from + 10)
                .mapToObj(n -> "{'payload':{'n':%1$d},'partition':'p%2$d','txn':'t%1$d'}".formatted(n, n % 7))
                .collect(Collectors.joining(",", "[", "]"));
        Eventually.holds(() -> {
            Answer answer = graph.push(node, items);
            assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        });
        return from + 10;
    }

    /// One working call in eight meets a fault.
    private static Toll misfortune(Crossing crossing, Graph graph) {
        boolean working =
                crossing.path().equals("/api/v1/kv") || crossing.path().equals("/api/v1/transaction");
        if (!working || !crossing.text().contains(graph.application())) {
            return new Toll.Pass();
        }
        return switch (ThreadLocalRandom.current().nextInt(40)) {
            case 0 -> new Toll.CutRequest();
            case 1 -> new Toll.CutAnswer(0);
            case 2 -> new Toll.CutAnswer(60);
            case 3 -> new Toll.Refuse(503, "{\"error\":\"kv_unavailable\",\"reason\":\"kv_pool_exhausted\"}");
            case 4 -> new Toll.Delay(Duration.ofMillis(300));
            default -> new Toll.Pass();
        };
    }

    private static Duration seconds(String property, int byDefault) {
        return Duration.ofSeconds(Integer.getInteger(property, byDefault));
    }

    /// The exact verdict: the increments that the broker applied.
    private static void holds(Admissions admissions, String counter, long ceiling, long units) {
        assertThat(admissions.charged(counter))
                .as("charged in all on %s", counter)
                .isEqualTo(units);
        admissions.keepWithin(counter, ceiling);
        admissions.windowsFollowEachOther(counter, WINDOW);
    }

    private static void onceEach(List<Arrived> items, int count) {
        assertThat(items.stream().map(Arrived::n)).doesNotHaveDuplicates().hasSize(count);
    }
}
