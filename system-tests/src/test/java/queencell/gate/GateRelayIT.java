package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.gate.Graph.Arrived;
import queencell.http.Answer;

/// What a relay may never do to the items that pass it (runtime, 23, 1 to 11).
@ExtendWith(GatesExtension.class)
class GateRelayIT {

    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final String WIDE = "'budgets':[{'id':'wide','count':100000,'timeMs':1000}]";

    /// Two nodes in a row, budgets that never bind.
    private static final String CHAIN = """
            {'version':1,
             'nodes':{'a':{'ingress':true,%s},'b':{'egress':'$out',%s}},
             'paths':[{'name':'main','nodes':['a','b']}]}""".formatted(WIDE, WIDE);

    /// One node in front of a queue of the application.
    private static final String SINGLE = """
            {'version':1,
             'nodes':{'a':{'ingress':{'queue':'$app.in','http':true},'cost':%s,'egress':'$out',%s}},
             'paths':[{'name':'main','nodes':['a']}]}""";

    @Test
    void a_relay_of_two_nodes_must_not_lose_or_double_an_item(Gates gates) {
        Graph graph = gates.graph();
        assertThat(graph.declare(CHAIN).path("warnings")).isEmpty();
        graph.pushMany("a", 0, 40, 4);
        // as long as a lease: what was not settled would come out again
        List<Arrived> all = graph.exactly(40, Duration.ofSeconds(3));
        assertThat(numbers(all)).containsExactlyInAnyOrderElementsOf(upTo(40));
        assertThat(all.stream().map(Arrived::id)).doesNotHaveDuplicates();
    }

    @Test
    void graphs_that_are_chained_by_an_ingress_queue_must_not_lose_or_double_an_item(Gates gates) {
        Graph graph = gates.graph();
        // in the second graph paths meet, which is where it tells its own items from others
        graph.declare("""
                {'version':1,
                 'nodes':{'a':{'ingress':true,%s},'c':{'ingress':true,%s},'b':{'egress':'$out',%s}},
                 'paths':[{'name':'main','nodes':['a','b']},{'name':'side','nodes':['c','b']}]}""".formatted(WIDE, WIDE, WIDE));
        String first = "/v1/apps/%s/graphs/first".formatted(graph.application());
        Answer declared = gates.first()
                .request("PUT", first)
                .json(graph.text("""
                        {'version':1,
                         'nodes':{'n':{'ingress':true,'egress':'gate.$app.g.a.ingress',%s}},
                         'paths':[{'name':'elsewhere','nodes':['n']}]}""".formatted(WIDE)))
                .send();
        assertThat(declared.status()).as(declared.toString()).isEqualTo(200);
        for (int i = 0; i < 20; i++) {
            Answer taken = gates.first()
                    .request("POST", first + "/nodes/n/push")
                    .json(graph.text("{'payload':{'n':%d},'partition':'p%d'}".formatted(i, i % 4)))
                    .send();
            assertThat(taken.status()).as(taken.toString()).isBetween(200, 202);
        }
        assertThat(numbers(graph.exactly(20, QUIET))).containsExactlyInAnyOrderElementsOf(upTo(20));
    }

    @Test
    void items_of_one_partition_must_not_overtake_each_other(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN);
        for (int i = 0; i < 4; i++) {
            graph.pushMany("a", i * 25, 25, 4);
        }
        Map<String, List<Integer>> byPartition = graph.awaitArrived(100).stream()
                .collect(
                        Collectors.groupingBy(Arrived::partition, Collectors.mapping(Arrived::n, Collectors.toList())));
        assertThat(byPartition).hasSize(4);
        byPartition.values().forEach(order -> assertThat(order).isSorted());
    }

    @Test
    void a_relay_that_is_repeated_after_a_crash_must_be_refused_as_a_duplicate(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN);
        graph.push("a", "{'payload':{'n':1},'partition':'p','txn':'first'}");
        String relayed = graph.awaitArrived(1).getFirst().id();
        Answer again = gates.cell()
                .broker("POST", "/api/v1/push")
                .json(graph.text("{'items':[{'queue':'$out','partition':'p','payload':{},'transactionId':'%s'}]}"
                        .formatted(relayed)))
                .send();
        assertThat(again.json().path(0).path("status").asText()).isEqualTo("duplicate");
        graph.push("a", "{'payload':{'n':2},'partition':'p','txn':'second'}");
        assertThat(numbers(graph.exactly(2, QUIET))).containsExactly(1, 2);
    }

    @Test
    void a_redeclaration_under_load_must_not_lose_or_double_an_item(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(CHAIN);
        for (int round = 0; round < 6; round++) {
            graph.pushMany("a", round * 100, 100, 16);
            graph.declare(CHAIN.replace("'version':1", "'version':" + (round + 2))
                    .replace("100000", Integer.toString(90_000 + round)));
        }
        assertThat(numbers(graph.exactly(600, QUIET))).containsExactlyInAnyOrderElementsOf(upTo(600));
    }

    @Test
    void an_item_that_is_downstream_already_must_not_hold_up_its_neighbours(Gates gates) {
        Graph graph = gates.graph();
        // the relay's id of the third item is taken before the relay gets to it
        String taken = derived("item-2", graph.application() + "/g/main/a/out");
        graph.pushToQueue("$out", "{'n':-1}", ",'partition':'p','transactionId':'%s'".formatted(taken));
        for (int i = 0; i < 6; i++) {
            graph.pushToQueue(
                    "$app.in", "{'n':%d}".formatted(i), ",'partition':'p','transactionId':'item-%d'".formatted(i));
        }
        graph.declare(SINGLE.formatted("1", WIDE));
        assertThat(numbers(graph.exactly(6, QUIET))).containsExactlyInAnyOrder(-1, 0, 1, 3, 4, 5);
        assertThat(graph.count("main", "a", "duplicates")).isPositive();
        graph.pushToQueue("$app.in", "{'n':6}", ",'partition':'p','transactionId':'item-6'");
        assertThat(numbers(graph.awaitArrived(7))).contains(6);
    }

    @Test
    void an_item_that_fits_no_window_must_not_block_those_behind_it(Gates gates) {
        Graph graph = gates.graph();
        graph.pushToQueue("$app.in", "{'n':0,'cost':500}", ",'partition':'p'");
        for (int i = 1; i < 5; i++) {
            graph.pushToQueue("$app.in", "{'n':%d}".formatted(i), ",'partition':'p'");
        }
        graph.declare(SINGLE.formatted("{'path':'payload.cost','default':1,'max':5}", WIDE));
        assertThat(numbers(graph.exactly(4, QUIET))).containsExactly(1, 2, 3, 4);
        assertThat(graph.count("main", "a", "deadlettered")).isPositive();
    }

    /// The second is one that the broker cannot even dead-letter, although it says that it has.
    @ParameterizedTest
    @ValueSource(strings = {"1e400", "'\\ud83d'"})
    void a_payload_that_no_transaction_takes_must_not_block_those_behind_it(String value, Gates gates) {
        Graph graph = gates.graph();
        graph.pushToQueue("$app.in", "{'n':0,'x':%s}".formatted(value), ",'partition':'p'");
        for (int i = 1; i < 5; i++) {
            graph.pushToQueue("$app.in", "{'n':%d}".formatted(i), ",'partition':'p'");
        }
        graph.declare(SINGLE.formatted("1", WIDE));
        assertThat(numbers(graph.exactly(4, QUIET))).containsExactly(1, 2, 3, 4);
        assertThat(graph.count("main", "a", "deadlettered")).isPositive();
    }

    @Test
    void a_text_payload_must_not_pass_for_the_work_of_every_path_behind_a_shared_queue(Gates gates) {
        Graph graph = gates.graph();
        graph.pushToQueue("$app.one", "'just text'", ",'partition':'p'");
        graph.pushToQueue("$app.one", "{'n':1}", ",'partition':'p'");
        graph.declare(JOINED);
        assertThat(numbers(graph.exactly(1, QUIET))).containsExactly(1);
        assertThat(graph.count("one", "x", "deadlettered")).isPositive();
    }

    /// Two paths that meet in one node.
    private static final String JOINED = """
            {'version':1,
             'nodes':{'x':{'ingress':{'queue':'$app.one'},%1$s},'y':{'ingress':true,%1$s},'z':{'egress':'$out',%1$s}},
             'paths':[{'name':'one','nodes':['x','z']},{'name':'two','nodes':['y','z']}]}""".formatted(WIDE);

    @Test
    void two_paths_through_one_node_must_not_forward_each_others_items(Gates gates) {
        Graph graph = gates.graph();
        graph.declare(JOINED);
        for (int i = 0; i < 10; i++) {
            graph.pushToQueue("$app.one", "{'n':%d}".formatted(i), ",'partition':'p%d'".formatted(i % 3));
        }
        graph.pushMany("y", 10, 10, 3);
        assertThat(numbers(graph.exactly(20, QUIET))).containsExactlyInAnyOrderElementsOf(upTo(20));
        Eventually.holds(() -> {
            assertThat(graph.count("one", "z", "foreign")).isEqualTo(10);
            assertThat(graph.count("two", "z", "foreign")).isEqualTo(10);
        });
    }

    @Test
    void a_path_that_is_added_must_not_read_what_other_paths_left_behind(Gates gates) {
        Graph graph = gates.graph();
        graph.declare("""
                {'version':1,
                 'nodes':{'y':{'ingress':true,%1$s},'z':{'egress':'$out',%1$s}},
                 'paths':[{'name':'two','nodes':['y','z']}]}""".formatted(WIDE));
        graph.pushMany("y", 0, 20, 3);
        graph.awaitArrived(20);
        // older than the skew of three seconds
        Graph.sleep(Duration.ofMillis(3_500));
        graph.declare(JOINED.replace("'version':1", "'version':2"));
        // a replica that still runs the older version would forward frames of a path it does not know
        graph.awaitBoth(2);
        graph.pushToQueue("$app.one", "{'n':20}", ",'partition':'p'");
        assertThat(numbers(graph.exactly(21, QUIET))).containsExactlyInAnyOrderElementsOf(upTo(21));
        assertThat(graph.count("one", "z", "foreign")).isZero();
        assertThat(graph.count("one", "z", "wedged")).isZero();
        graph.read()
                .path("stages")
                .forEach(stage -> assertThat(stage.path("lag").asLong())
                        .as(stage.toString())
                        .isZero());
    }

    @Test
    void a_replica_that_was_not_told_of_a_path_yet_must_not_forward_its_items(Gates gates) {
        Graph graph = gates.graph();
        graph.declare("""
                {'version':1,
                 'nodes':{'y':{'ingress':true,%1$s},'z':{'egress':'$out',%1$s}},
                 'paths':[{'name':'two','nodes':['y','z']}]}""".formatted(WIDE));
        graph.awaitBoth(1);
        for (int i = 0; i < 40; i++) {
            graph.pushToQueue("$app.one", "{'n':%d}".formatted(i), ",'partition':'p%d'".formatted(i % 8));
        }
        // the first replica relays them at once; the second one reads the same queue and hears of it later
        graph.declare(JOINED.replace("'version':1", "'version':2"));
        assertThat(numbers(graph.exactly(40, Duration.ofSeconds(3)))).containsExactlyInAnyOrderElementsOf(upTo(40));
    }

    @Test
    void what_a_removed_path_left_behind_must_not_be_lost(Gates gates) {
        Graph graph = gates.graph();
        String scarce = "'z':{'egress':'$out','budgets':[{'id':'slow','count':%d,'timeMs':3600000,'subWindows':1}]}";
        graph.declare("""
                {'version':1,
                 'nodes':{'x':{'ingress':{'queue':'$app.one'},%1$s},'y':{'ingress':true,%1$s},%2$s},
                 'paths':[{'name':'one','nodes':['x','z']},{'name':'two','nodes':['y','z']}]}""".formatted(WIDE, scarce.formatted(1)));
        graph.awaitBoth(1);
        graph.pushMany("y", 0, 2, 1);
        graph.awaitArrived(1);
        // behind an item of the other path that has to wait
        for (int i = 2; i < 5; i++) {
            graph.pushToQueue("$app.one", "{'n':%d}".formatted(i), ",'partition':'p0'");
        }
        Eventually.holds(() -> assertThat(graph.count("one", "x", "forwarded")).isEqualTo(3));
        graph.declare("""
                {'version':2,
                 'nodes':{'y':{'ingress':true,%1$s},%2$s},
                 'paths':[{'name':'two','nodes':['y','z']}]}""".formatted(WIDE, scarce.formatted(1000)));
        assertThat(numbers(graph.exactly(5, QUIET))).containsExactlyInAnyOrderElementsOf(upTo(5));
    }

    @Test
    void a_fan_out_must_not_give_its_branches_one_id(Gates gates) {
        Graph graph = gates.graph();
        var declared = graph.declare("""
                {'version':1,
                 'nodes':{'a':{'ingress':true,%1$s},'b':{'egress':'$out',%1$s},'c':{'egress':'$out',%1$s}},
                 'paths':[{'name':'main','nodes':['a',['b','c']]}]}""".formatted(WIDE));
        assertThat(declared.path("warnings").toString()).contains("fanout-multiplies");
        graph.push("a", "{'payload':{'n':1},'partition':'p','txn':'parent'}");
        String app = graph.application();
        List<String> documented = List.of(
                derived(derived("parent", app + "/g/main/b"), app + "/g/main/b/out"),
                derived(derived("parent", app + "/g/main/c"), app + "/g/main/c/out"));
        assertThat(graph.exactly(2, QUIET).stream().map(Arrived::id)).containsExactlyInAnyOrderElementsOf(documented);
    }

    @Test
    void two_paths_from_one_door_must_not_collapse_into_one_delivery(Gates gates) {
        Graph graph = gates.graph();
        graph.declare("""
                {'version':1,
                 'nodes':{'a':{'ingress':true,%1$s},'b':{'egress':'$out',%1$s},'c':{'egress':'$out',%1$s}},
                 'paths':[{'name':'one','nodes':['a','b']},{'name':'two','nodes':['a','c']}]}""".formatted(WIDE));
        graph.push("a", "{'payload':{'n':1},'partition':'p','txn':'parent'}");
        List<Arrived> both = graph.exactly(2, QUIET);
        assertThat(numbers(both)).containsExactly(1, 1);
        assertThat(both.stream().map(Arrived::id)).doesNotHaveDuplicates();
    }

    private static List<Integer> numbers(List<Arrived> items) {
        return items.stream().map(Arrived::n).toList();
    }

    private static List<Integer> upTo(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    /// The documented derivation of ids (runtime, 9.3), written down once more.
    private static String derived(String parent, String label) {
        try {
            var sha = MessageDigest.getInstance("SHA-1");
            sha.update(new byte[] {
                0x6b,
                (byte) 0xa7,
                (byte) 0xb8,
                0x14,
                (byte) 0x9d,
                (byte) 0xad,
                0x11,
                (byte) 0xd1,
                (byte) 0x80,
                (byte) 0xb4,
                0,
                (byte) 0xc0,
                0x4f,
                (byte) 0xd4,
                0x30,
                (byte) 0xc8
            });
            sha.update(parent.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0x1f);
            sha.update(label.getBytes(StandardCharsets.UTF_8));
            var bytes = java.nio.ByteBuffer.wrap(sha.digest());
            long high = bytes.getLong() & ~0xF000L | 0x5000L;
            long low = bytes.getLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
            return new UUID(high, low).toString();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-1", impossible);
        }
    }
}
