package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What Gates ask of a broker that has no work for them.
@ExtendWith(GatesExtension.class)
class GateIdleIT {

    private static final String THREE_STAGES = """
            {'version':1,
             'nodes':{'a':{'ingress':true,%1$s},'b':{%1$s},'c':{'egress':'$out',%1$s}},
             'paths':[{'name':'main','nodes':['a','b','c']}]}""".formatted("'budgets':[{'id':'b','count':100,'timeMs':1000}]");
    private static final int STAGES = 3;
    /// As the suite's Gates are set.
    private static final Duration POLL_WINDOW = Duration.ofSeconds(3);

    private static final Duration RECONCILE = Duration.ofSeconds(1);

    @Test
    void a_graph_without_work_must_cost_its_parked_polls_and_nothing_else(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(THREE_STAGES);
        graph.awaitBoth(1);
        gates.road().forget();
        long begun = System.nanoTime();
        Graph.sleep(POLL_WINDOW.multipliedBy(2));
        List<Crossing> all = gates.road().crossings();
        Duration passed = Duration.ofNanos(System.nanoTime() - begun);

        List<Crossing> ours = all.stream()
                .filter(crossing -> (crossing.target() + crossing.text()).contains(graph.application()))
                .toList();
        assertThat(ours).isNotEmpty();
        assertThat(ours).allSatisfy(crossing -> assertThat(crossing.path()).startsWith("/api/v1/pop/"));
        int replicas = gates.running().size();
        // each lane was within a poll when the count began, and is within one at its end
        assertThat(ours.size()).isLessThanOrEqualTo(STAGES * replicas * (1 + within(passed, POLL_WINDOW)));

        long inventories = all.stream()
                .filter(crossing -> crossing.text().contains("getPrefix"))
                .count();
        assertThat(inventories).isBetween(1L, (long) replicas * (1 + within(passed, RECONCILE)));
    }

    private static int within(Duration passed, Duration period) {
        return (int) (passed.toNanos() / period.toNanos()) + 1;
    }
}
