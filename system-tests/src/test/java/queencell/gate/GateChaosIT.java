package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import queencell.dev.CellFault;
import queencell.dev.Part;
import queencell.http.Answer;

/// Gates, broker and database are killed again and again, a few seconds after all were ready, while items are pushed
/// without a pause. In the end every item has come out once, and no window held more than it may.
///
/// A minute in the suite; `-Dgate.kills.seconds=600 -Dgate.kills.items=200000` is the long form.
@ExtendWith(GatesExtension.class)
class GateChaosIT {

    private static final int SECONDS = Integer.getInteger("gate.kills.seconds", 60);
    private static final int ITEMS = Integer.getInteger("gate.kills.items", 6_000);
    private static final int ONE_PUSH = 100;
    /// Two and a half times what is pushed in a second: what has gathered in an outage meets it, and all is through
    /// soon even if nothing runs for half of the time.
    private static final int CEILING = Math.max(1, ITEMS * 5 / (SECONDS * 2));
    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(3).plusSeconds(SECONDS);

    private static final String TWO_HOPS = """
            {'version':1,
             'nodes':{'x':{'ingress':true,'concurrency':2,'budgets':[%1$s]},
                      'y':{'concurrency':2,'egress':'$out','budgets':[{'id':'wide','count':100000,'timeMs':1000}]}},
             'paths':[{'name':'main','nodes':['x','y']}]}""".formatted("{'id':'vendor','count':%d,'timeMs':1000}".formatted(CEILING));

    private enum Victim {
        FIRST_GATE,
        BROKER,
        DATABASE,
        SECOND_GATE
    }

    @Test
    void whatever_dies_must_cost_no_item_and_open_no_limit(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(TWO_HOPS);
        graph.awaitBoth(1);
        String counter = "b:%s:g:x:vendor".formatted(graph.application());
        var deaths = new ArrayList<Victim>();
        try (var _ = gates.road()
                .remember(crossing ->
                        crossing.path().equals("/api/v1/kv") && crossing.text().contains(counter))) {
            long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
            var pushing = CompletableFuture.runAsync(() -> push(gates, graph));
            do {
                Graph.sleep(Duration.ofMillis(ThreadLocalRandom.current().nextLong(500, 2_500)));
                Victim next = next(deaths);
                killAndRevive(gates, next);
                deaths.add(next);
            } while (System.nanoTime() < end || deaths.size() < Victim.values().length);
            pushing.join();
            System.out.printf("chaos: %d items, killed %s%n", ITEMS, deaths);
            onceEach(graph);
        }
        Admissions admissions = graph.admissions();
        admissions.keepWithin(counter, CEILING);
        admissions.windowsFollowEachOther(counter, WINDOW);
        // what was given back, although its items went through, would be missing
        assertThat(admissions.charged(counter))
                .as("charged for %d items", ITEMS)
                .isGreaterThanOrEqualTo(ITEMS);
    }

    /// Each of them once, in any order, before one of them dies again.
    private static Victim next(List<Victim> before) {
        List<Victim> all = new ArrayList<>(List.of(Victim.values()));
        all.removeAll(before);
        if (all.isEmpty()) {
            all.addAll(List.of(Victim.values()));
        }
        Collections.shuffle(all);
        return all.getFirst();
    }

    /// Returns when all are ready.
    private static void killAndRevive(Gates gates, Victim victim) {
        switch (victim) {
            case FIRST_GATE -> {
                gates.first().kill();
                gates.first().start();
            }
            case SECOND_GATE -> {
                gates.second().kill();
                gates.second().start();
            }
            case BROKER -> {
                gates.cell().kill(Part.BROKER);
                gates.cell().start(Part.BROKER);
            }
            case DATABASE -> {
                gates.cell().kill(Part.POSTGRES);
                revive(gates);
            }
        }
    }

    /// The processes of a killed server hold its memory a moment longer.
    private static void revive(Gates gates) {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(250)).until(() -> {
            try {
                gates.cell().start(Part.POSTGRES);
                return true;
            } catch (CellFault tooEarly) {
                return false;
            }
        });
    }

    /// All items, evenly over the time; each again under the same id until it is stored: what the broker has only
    /// spooled it may lose when it dies as well (wire, 5). What an outage held up is made up for.
    private static void push(Gates gates, Graph graph) {
        Duration pause = Duration.ofSeconds(SECONDS).dividedBy(Math.max(1, ITEMS / ONE_PUSH));
        long due = System.nanoTime();
        for (int from = 0; from < ITEMS; from += ONE_PUSH) {
            String items = graph.text(IntStream.range(from, Math.min(ITEMS, from + ONE_PUSH))
                    .mapToObj(n -> "{'payload':{'n':%1$d},'partition':'p%2$d','txn':'t%1$d'}".formatted(n, n % 16))
                    .collect(Collectors.joining(",", "[", "]")));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> stored(gates.first(), graph, items) || stored(gates.second(), graph, items));
            due += pause.toNanos();
            Graph.sleep(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
        }
    }

    private static boolean stored(GateProcess gate, Graph graph, String items) {
        try {
            Answer answer = gate.request("POST", graph.path() + "/nodes/x/push")
                    .json(items)
                    .send();
            return answer.status() == 200
                    && answer.json().findValues("buffered").isEmpty();
        } catch (UncheckedIOException dead) {
            return false;
        }
    }

    private static void onceEach(Graph graph) {
        var arrivals = new int[ITEMS];
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            count(graph, arrivals);
            assertThat(with(arrivals, times -> times == 0)).as("lost").isEmpty();
        });
        // longer than a lease: what somebody still holds would come out again
        Graph.sleep(Duration.ofSeconds(4));
        count(graph, arrivals);
        assertThat(with(arrivals, times -> times > 1)).as("doubled").isEmpty();
    }

    private static void count(Graph graph, int[] arrivals) {
        graph.take(arrived -> arrivals[arrived.n()]++);
    }

    private static List<Integer> with(int[] arrivals, IntPredicate times) {
        return IntStream.range(0, ITEMS)
                .filter(n -> times.test(arrivals[n]))
                .boxed()
                .toList();
    }
}
