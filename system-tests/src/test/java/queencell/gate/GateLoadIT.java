package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The load procedure of the specification (runtime, 22.1) on one replica and on two, judged at the counters.
///
/// Short in the suite; `-Dgate.load.seconds=20 -Dgate.load.times=3 -Dgate.load.replicas=1,2,4` is the whole of it.
@ExtendWith(GatesExtension.class)
class GateLoadIT {

    private static final int RATE = Integer.getInteger("gate.load.rate", 50);
    private static final int SECONDS = Integer.getInteger("gate.load.seconds", 6);
    private static final int TIMES = Integer.getInteger("gate.load.times", 1);
    /// More than can leave in the time, the pushing included.
    private static final int FAST_ITEMS = RATE * SECONDS * 3;

    private static final int BULK_ITEMS = RATE * SECONDS;

    static List<String> replicas() {
        return List.of(System.getProperty("gate.load.replicas", "2,1").split(","));
    }

    @ParameterizedTest
    @MethodSource("replicas")
    void more_than_the_limit_must_not_pass_and_the_urgent_path_must_not_starve(int replicas, Gates gates) {
        gates.scaleTo(replicas);
        try {
            for (int time = 0; time < TIMES; time++) {
                holds(gates);
            }
        } finally {
            gates.scaleTo(2);
        }
    }

    private static void holds(Gates gates) {
        Graph graph = gates.graph();
        graph.declare("""
                {'version':1,
                 'nodes':{'fast':{'ingress':true,%1$s},'bulk':{'ingress':true,%1$s},
                          'ip':{'egress':'$out','budgets':[{'id':'binding','count':%2$d,'timeMs':10000,'subWindows':10,
                             'confidence':'documented','source':'load','asOf':'2026-11-30'}]}},
                 'paths':[{'name':'fast','priority':0,'share':1.0,'nodes':['fast','ip']},
                          {'name':'bulk','priority':1,'share':0.5,'nodes':['bulk','ip']}]}""".formatted("'budgets':[{'id':'wide','count':1000000,'timeMs':1000}]", RATE * 10));
        graph.awaitBoth(1);
        for (int from = 0; from < BULK_ITEMS; from += RATE) {
            graph.pushMany("bulk", from, RATE, 32);
        }
        for (int from = 0; from < FAST_ITEMS; from += RATE) {
            graph.pushMany("fast", from, RATE, 8);
        }
        List<Second> seconds = watch(graph);
        System.out.printf("load: admitted a second %s%n", seconds);

        String counter = "b:%s:g:ip:binding".formatted(graph.application());
        Admissions admissions = graph.admissions();
        admissions.keepWithin(counter, RATE);
        admissions.windowsFollowEachOther(counter, Duration.ofSeconds(1));
        // the first two are those of the start
        List<Long> totals = seconds.stream().skip(2).map(Second::total).sorted().toList();
        assertThat(totals.get(totals.size() / 2)).as("median of %s", totals).isGreaterThanOrEqualTo(RATE * 6L / 10);
        List<Second> held = seconds.stream()
                .filter(second -> second.bulkHeld() && second.fastWaits())
                .toList();
        assertThat(held).as("the reserve was exercised").isNotEmpty();
        assertThat(held.stream().filter(second -> second.fast() > 0).count())
                .as("of %s", held)
                .isGreaterThanOrEqualTo((held.size() + 1) / 2);
    }

    /// @param bulkHeld whether the lower path was refused in this second
    /// @param fastWaits whether the upper path had work left at its end
    private record Second(long fast, long bulk, boolean bulkHeld, boolean fastWaits) {
        long total() {
            return fast + bulk;
        }
    }

    private static List<Second> watch(Graph graph) {
        var seconds = new ArrayList<Second>();
        long[] before = counts(graph);
        for (int second = 0; second < SECONDS; second++) {
            Graph.sleep(Duration.ofSeconds(1));
            long[] now = counts(graph);
            seconds.add(new Second(now[0] - before[0], now[1] - before[1], now[2] > before[2], now[0] < FAST_ITEMS));
            before = now;
        }
        return seconds;
    }

    private static long[] counts(Graph graph) {
        return new long[] {
            graph.count("fast", "ip", "admitted"),
            graph.count("bulk", "ip", "admitted"),
            graph.count("bulk", "ip", "parked")
                    + graph.count("bulk", "ip", "deferred")
                    + graph.count("bulk", "ip", "released")
        };
    }
}
