package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.broker.BrokerClient;
import queencell.broker.BrokerOptions;
import queencell.broker.KvAnswer;
import queencell.broker.KvResult;
import queencell.gate.counter.Counters;
import queencell.gate.counter.KvCall;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.JsonText;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.Declaration;
import queencell.gate.graph.Declared;
import queencell.gate.graph.Depths;
import queencell.gate.graph.GraphId;
import queencell.gate.graph.Replica;
import queencell.web.RefusedException;

/// The console's lists, with empty counters and a depth that the test sets (runtime, 16.11; gate console, 3.1).
class ListResourceTest {
    private static final String CHAIN = """
            {"version":1,
             "nodes":{"a":{"ingress":true,"budgets":[{"id":"b","count":100,"timeMs":1000}]},
                      "z":{"egress":"out","budgets":[{"id":"b","count":100,"timeMs":1000}]}},
             "paths":[{"name":"main","nodes":["a","z"]}]}""";
    private static final KvCall NO_ROWS = operations -> new KvAnswer.Done(operations.stream()
            .<KvResult>map(operation -> new KvResult.Rows(List.of(), List.of(), false, ""))
            .toList());

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final AtomicLong pending = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();
    /// Told the path of each depth that is asked for.
    private volatile Consumer<String> beforeAnswer = path -> {};

    private Replica replica;
    private HttpServer depths;
    private BrokerClient broker;
    private LiveState live;
    private ListResource lists;

    @BeforeEach
    void start() throws IOException {
        replica = Replica.start();
        depths = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        depths.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        depths.createContext("/", exchange -> {
            beforeAnswer.accept(exchange.getRequestURI().getPath());
            byte[] body = "{\"queue\":\"q\",\"partitions\":[{\"partition\":\"p\",\"pending\":%d}]}"
                    .formatted(pending.get())
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        depths.start();
        broker = BrokerClient.of(
                BrokerOptions.of("http://127.0.0.1:" + depths.getAddress().getPort()));
        var counters = new Counters(NO_ROWS, () -> false);
        InstantSource wall = InstantSource.system();
        var breaker = new Breaker(NO_ROWS, counters, replica.registry(), wall, wall);
        live = new LiveState(counters, breaker, new Depths(broker.admin(), nanos::get));
        lists = hurried(LIMIT);
    }

    private ListResource hurried(Duration limit) {
        var reads = new RowReads(Thread::startVirtualThread, limit);
        return new ListResource(replica.registry(), live, InstantSource.system(), nanos::get, reads);
    }

    @AfterEach
    void stop() {
        replica.close();
        broker.close();
        depths.stop(0);
    }

    private void declare() {
        declare("g");
    }

    private void declare(String graph) {
        declare(graph, CHAIN);
    }

    private void declare(String graph, String json) {
        var parsed = (JsonText.Parsed) JsonText.parse(json.getBytes(StandardCharsets.UTF_8));
        var document = ((DocumentReader.Read) DocumentReader.read(parsed.value()))
                .document()
                .named("app", graph);
        assertThat(replica.supervisor().declare(Declaration.of(document))).isInstanceOf(Declared.Accepted.class);
    }

    private static JsonNode read(Object entity) throws IOException {
        return new ObjectMapper().readTree((byte[]) entity);
    }

    /// What the list says of the graph with this much waiting, long enough after the read before to count.
    private Optional<String> state(long backlog) throws IOException {
        pending.set(backlog);
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        JsonNode rows = read(lists.targets(false).getEntity());
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(rows.path(0).path("state").asText());
    }

    @Test
    void a_graph_that_is_declared_anew_must_not_inherit_the_growth_of_the_one_before() throws IOException {
        declare();
        assertThat(state(1)).contains("pacing");
        assertThat(state(2)).contains("pacing");
        replica.supervisor().delete(new GraphId("app", "g"));
        assertThat(state(0)).isEmpty();
        declare();
        assertThat(state(3)).contains("pacing");
        assertThat(state(4)).contains("pacing");
        assertThat(state(5)).contains("saturating");
    }

    @Test
    void a_row_of_a_graph_must_draw_it() throws IOException {
        declare();
        JsonNode row = read(lists.graphs(false).getEntity()).path(0);
        assertThat(row.path("watch").isNull()).as(row.toString()).isTrue();
        assertThat(row.at("/nodes/0/consume")).isEqualTo(new ObjectMapper().readTree("false"));
        assertThat(row.at("/nodes/1/consume")).isEqualTo(new ObjectMapper().readTree("true"));
        assertThat(row.path("paths"))
                .isEqualTo(new ObjectMapper()
                        .readTree("[{\"name\":\"main\",\"priority\":0,\"share\":1.0,\"hops\":[\"a\",\"z\"]}]"));
    }

    @Test
    void a_target_that_enforces_must_say_that_it_does_not_watch() throws IOException {
        declare();
        JsonNode row = read(lists.targets(false).getEntity()).path(0);
        assertThat(row.path("watch").isNull()).as(row.toString()).isTrue();
        assertThat(row.path("worst_budget_id").asText()).isEqualTo("b");
        assertThat(row.path("worst_cap").asLong()).isEqualTo(100);
    }

    private static String sharing(String numbers) {
        return CHAIN.replace("\"egress\":\"out\",\"budgets\":[", """
                "egress":"out","budgets":[{"id":"ip","sharedKey":"ip",%s},""".formatted(numbers));
    }

    @Test
    void a_shared_budget_must_show_who_disagrees_with_the_first() throws IOException {
        declare("g", sharing("\"count\":100,\"timeMs\":1000"));
        declare("h", sharing("\"count\":100,\"timeMs\":1000,\"subWindows\":1"));
        declare("i", sharing("\"count\":200,\"timeMs\":1000"));
        declare("j", sharing("\"count\":100,\"timeMs\":2000,\"subWindows\":1"));
        declare("k", sharing("\"count\":100,\"timeMs\":1000,\"subWindows\":2"));
        JsonNode rows = read(lists.budgets().getEntity());
        assertThat(rows).hasSize(1);
        JsonNode row = rows.path(0);
        assertThat(row.path("id").asText()).isEqualTo("ip");
        assertThat(row.path("key").asText()).isEqualTo("b:app:shared:ip");
        assertThat(row.path("count").asLong()).isEqualTo(100);
        assertThat(row.path("timeMs").asLong()).isEqualTo(1000);
        assertThat(row.path("members"))
                .isEqualTo(new ObjectMapper().readTree("[\"g.z\",\"h.z\",\"i.z\",\"j.z\",\"k.z\"]"));
        assertThat(row.path("conflicts")).isEqualTo(new ObjectMapper().readTree("""
                [{"target":"i.z","count":200,"timeMs":1000,"subWindows":1},
                 {"target":"j.z","count":100,"timeMs":2000,"subWindows":1},
                 {"target":"k.z","count":100,"timeMs":1000,"subWindows":2}]"""));
    }

    @Test
    void graphs_must_not_be_read_one_after_the_other() throws IOException {
        declare("g");
        declare("h");
        declare("i");
        var together = new CyclicBarrier(3);
        beforeAnswer = path -> {
            if (path.contains(".a.ingress")) {
                meet(together);
            }
        };
        assertThat(read(lists.targets(false).getEntity())).hasSize(3);
        assertThat(together.isBroken())
                .as("the three were never asked for together")
                .isFalse();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(3, TimeUnit.SECONDS);
        } catch (TimeoutException | BrokenBarrierException alone) {
            // the barrier tells
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_graph_that_does_not_answer_must_not_hold_up_the_list() throws IOException {
        declare("g");
        declare("h");
        var end = new CountDownLatch(1);
        beforeAnswer = path -> {
            if (path.contains("app.g.")) {
                hold(end);
            }
        };
        long began = System.nanoTime();
        JsonNode rows = read(hurried(Duration.ofMillis(500)).graphs(true).getEntity());
        assertThat(rows.path(0).path("readable")).as(rows.toString()).isEqualTo(new ObjectMapper().readTree("false"));
        assertThat(rows.path(0).path("error").asText()).contains("500 ms");
        assertThat(rows.path(1).path("readable")).as(rows.toString()).isEqualTo(new ObjectMapper().readTree("true"));
        assertThatThrownBy(() -> hurried(Duration.ofMillis(500)).graphs(false))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.status()).isEqualTo(502));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
        end.countDown();
    }

    private static void hold(CountDownLatch end) {
        try {
            end.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
