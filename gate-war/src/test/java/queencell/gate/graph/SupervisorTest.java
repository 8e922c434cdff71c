package queencell.gate.graph;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.JsonText;
import queencell.gate.stage.Stage;

/// Declares, swaps and reconciles against a broker that only answers, and a store that can be taken away.
class SupervisorTest {
    private static final GraphId ID = new GraphId("app", "g");
    private static final String KEY = "graph:app:g";
    private static final String TWO_PATHS = """
            {"version":1,
             "nodes":{"a":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}],"egress":"out"},
                      "b":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}],"egress":"out"}},
             "paths":[{"name":"one","nodes":["a"]},{"name":"two","nodes":["b"]}]}""";

    private Replica replica;
    private StoredInMemory rows;
    private GraphRegistry registry;
    private QuietBroker broker;
    private Supervisor supervisor;

    @BeforeEach
    void start() throws IOException {
        replica = Replica.start();
        rows = replica.rows();
        registry = replica.registry();
        broker = replica.broker();
        supervisor = replica.supervisor();
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    private static GraphDocument document(String json) {
        var parsed = (JsonText.Parsed) JsonText.parse(json.getBytes(StandardCharsets.UTF_8));
        return ((DocumentReader.Read) DocumentReader.read(parsed.value()))
                .document()
                .named("app", "g");
    }

    private Declared declare(String json) {
        return supervisor.declare(Declaration.of(document(json)));
    }

    private GraphRuntime running() {
        return registry.find(ID).orElseThrow();
    }

    private static String firstNode(String json, String count) {
        return json.replaceFirst("\"count\":100", "\"count\":" + count);
    }

    @Test
    void an_equal_document_must_not_interrupt_a_running_stage() {
        assertThat(declare(TWO_PATHS)).isInstanceOf(Declared.Accepted.class);
        List<Stage> before = running().stages();
        assertThat(declare(TWO_PATHS)).isInstanceOf(Declared.Accepted.class);
        assertThat(running().stages()).containsExactlyElementsOf(before);
    }

    @Test
    void queues_of_one_declaration_must_not_be_configured_one_after_the_other() {
        Set<String> queues = ConcurrentHashMap.newKeySet();
        var both = new CountDownLatch(1);
        broker.beforeConfigure(queue -> {
            queues.add(queue);
            if (queues.size() == 2) {
                both.countDown();
            }
            try {
                // of two in a row the first would wait here until Gate gives it up
                both.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            assertThat(declare(TWO_PATHS)).isInstanceOf(Declared.Accepted.class);
        } finally {
            both.countDown();
        }
    }

    @Test
    void a_change_of_one_node_must_not_restart_the_stages_of_another() {
        declare(TWO_PATHS);
        Stage a = running().stagesAt("a").getFirst();
        Stage b = running().stagesAt("b").getFirst();
        declare(firstNode(TWO_PATHS, "50"));
        assertThat(running().stagesAt("a").getFirst()).isNotSameAs(a);
        assertThat(running().stagesAt("b").getFirst()).isSameAs(b);
    }

    @Test
    void a_change_must_not_wait_for_polls_that_are_parked() {
        // longer than a stop is waited for
        broker.parkFor(Duration.ofSeconds(20));
        declare(TWO_PATHS);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> broker.parkedPolls() == 2);
        long began = System.nanoTime();
        assertThat(declare(firstNode(TWO_PATHS, "50"))).isInstanceOf(Declared.Accepted.class);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void a_dry_run_must_not_touch_anything() {
        var dry = new Declaration(document(TWO_PATHS), Declaration.Condition.ANY, true);
        assertThat(supervisor.declare(dry)).isInstanceOf(Declared.Accepted.class);
        assertThat(registry.find(ID)).isEmpty();
        assertThat(rows.holds(KEY)).isFalse();
    }

    @Test
    void a_declaration_that_its_condition_refuses_must_read_no_more_than_the_condition_needs() {
        GraphDocument document = document(TWO_PATHS.replaceFirst("true", "{\"queue\":\"own\"}"));
        var unmet = new Declaration(document, new Declaration.Condition.Present(), false);
        assertThat(supervisor.declare(unmet))
                .isInstanceOfSatisfying(
                        Declared.Refused.class,
                        each -> assertThat(each.reason()).isEqualTo(Declared.Reason.PRECONDITION));
        // a read that nobody waits for arrives a moment later
        Awaitility.await()
                .during(Duration.ofMillis(200))
                .untilAsserted(
                        () -> assertThat(List.of(rows.calls(), broker.reads())).containsExactly(1, 0));
        var met = new Declaration(document, new Declaration.Condition.Absent(), false);
        assertThat(supervisor.declare(met)).isInstanceOf(Declared.Accepted.class);
        assertThat(broker.reads()).isEqualTo(1);
    }

    private static String tooBig() {
        String node =
                "\"n%d\":{\"ingress\":{\"queue\":\"own%1$d\"},\"budgets\":[{\"count\":1,\"timeMs\":1000}],\"egress\":\"out\"}";
        return IntStream.range(0, 1000)
                .mapToObj(node::formatted)
                .collect(joining(
                        ",", "{\"version\":1,\"nodes\":{", "},\"paths\":[{\"name\":\"p\",\"nodes\":[\"n0\"]}]}"));
    }

    @Test
    void a_document_that_is_too_big_must_not_be_asked_about() {
        assertThat(declare(tooBig()))
                .isInstanceOfSatisfying(
                        Declared.Refused.class,
                        refused -> assertThat(refused.problems())
                                .extracting(Finding::rule)
                                .containsExactly("document-size"));
        // a read that nobody waits for arrives a moment later
        Awaitility.await()
                .during(Duration.ofMillis(200))
                .untilAsserted(
                        () -> assertThat(List.of(rows.calls(), broker.reads())).containsExactly(1, 0));
    }

    @Test
    void a_document_that_is_too_big_must_not_hide_that_its_predecessor_is_unknown() {
        rows.down(true);
        assertThat(declare(tooBig()))
                .isInstanceOfSatisfying(
                        Declared.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Declared.Reason.STORE_UNAVAILABLE));
    }

    /// 20 workers for each of 300 entries, and too big for the store in the form of today.
    @Test
    void a_stored_row_that_has_grown_too_big_must_not_start_more_workers_than_are_allowed() {
        String node =
                "\"n%d\":{\"entry\":true,\"cost\":{\"field\":\"w\",\"default\":1,\"max\":1},\"budgets\":[{\"id\":\"b\",\"cap\":20000,"
                        + "\"periodSeconds\":1,\"alignment\":\"calendar\",\"confidence\":\"inferred\"}]}";
        rows.put(
                KEY,
                IntStream.range(0, 300)
                        .mapToObj(node::formatted)
                        .collect(joining(",", "{\"name\":\"g\",\"version\":1,\"nodes\":{", "}}")));
        supervisor.reconcile();
        assertThat(registry.find(ID)).isEmpty();
    }

    @Test
    void a_stored_name_that_must_not_be_compiled_must_stop_its_graph() {
        rows.put(KEY, TWO_PATHS.replace("two", "p".repeat(300)));
        supervisor.reconcile();
        assertThat(registry.find(ID)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 600, 8000})
    void a_name_that_no_key_can_have_must_be_refused_as_a_name(int length) {
        String name = "g".repeat(length);
        Declared declared =
                supervisor.declare(Declaration.of(document(TWO_PATHS).named("app", name)));
        assertThat(declared).isInstanceOfSatisfying(Declared.Refused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Declared.Reason.INVALID_DOCUMENT);
            assertThat(refused.problems()).extracting(Finding::rule).contains("graph-name");
        });
        assertThat(supervisor.delete(new GraphId("app", name))).isEqualTo(new Supervisor.Deleted.Done(false));
        assertThat(supervisor.delete(new GraphId(name, "g"))).isEqualTo(new Supervisor.Deleted.Done(false));
    }

    @Test
    void a_version_that_cannot_be_provisioned_must_leave_the_old_one_as_it_was() {
        declare(TWO_PATHS);
        Stage b = running().stagesAt("b").getFirst();
        broker.refuse("g.c.ingress");
        Declared refused = declare(grown());
        assertThat(refused).isInstanceOfSatisfying(Declared.Refused.class, each -> {
            assertThat(each.reason()).isEqualTo(Declared.Reason.PROVISIONING_FAILED);
            assertThat(each.text()).contains("still serving version 1");
        });
        assertThat(running().plan().version()).isEqualTo(1);
        assertThat(running().persisted())
                .as("or a remote delete would be taken for a failed first save")
                .isTrue();
        assertThat(running().stagesAt("b").getFirst()).isSameAs(b);
    }

    @Test
    void a_graph_of_which_nothing_serves_must_not_stay_registered() {
        declare(TWO_PATHS);
        broker.refuse("ingress");
        assertThat(declare(grown()))
                .isInstanceOfSatisfying(
                        Declared.Refused.class, each -> assertThat(each.text()).contains("unregistered"));
        assertThat(registry.find(ID)).isEmpty();
        broker.refuseNothing();
        supervisor.reconcile();
        assertThat(running().plan().version()).isEqualTo(1);
    }

    @Test
    void a_first_version_that_cannot_be_provisioned_must_say_that_nothing_serves() {
        broker.refuse("ingress");
        assertThat(declare(TWO_PATHS))
                .isInstanceOfSatisfying(
                        Declared.Refused.class, each -> assertThat(each.text()).contains("unregistered"));
        assertThat(registry.find(ID)).isEmpty();
    }

    @Test
    void an_unreadable_row_must_not_prove_anything_about_the_graph_that_it_may_hold() {
        declare(TWO_PATHS);
        rows.put(KEY, "{\"from\":\"a newer build\"}");
        supervisor.reconcile();
        assertThat(replica.checks().confirmed("app/g")).isFalse();
    }

    @Test
    void an_unreadable_row_of_another_graph_must_not_hold_up_one_that_is_stored_as_it_runs() {
        declare(TWO_PATHS);
        rows.put("graph:app:newer", "{\"from\":\"a newer build\"}");
        supervisor.reconcile();
        assertThat(replica.checks().confirmed("app/g")).isTrue();
    }

    @Test
    void a_graph_that_is_brought_to_what_is_stored_must_count_as_confirmed() {
        declare(TWO_PATHS);
        rows.put(KEY, firstNode(TWO_PATHS, "50"));
        supervisor.reconcile();
        assertThat(running()
                        .plan()
                        .node("a")
                        .orElseThrow()
                        .budgets()
                        .getFirst()
                        .window()
                        .count())
                .isEqualTo(50);
        assertThat(replica.checks().confirmed("app/g")).isTrue();
    }

    @Test
    void a_store_that_cannot_be_read_must_confirm_nothing() {
        declare(TWO_PATHS);
        rows.down(true);
        supervisor.reconcile();
        assertThat(replica.checks().confirmed("app/g")).isFalse();
    }

    @Test
    void a_declaration_must_not_be_judged_without_the_stored_version() {
        rows.down(true);
        assertThat(declare(TWO_PATHS))
                .isInstanceOfSatisfying(
                        Declared.Refused.class,
                        each -> assertThat(each.reason()).isEqualTo(Declared.Reason.STORE_UNAVAILABLE));
        assertThat(registry.find(ID)).isEmpty();
    }

    @Test
    void a_delete_that_cannot_be_stored_must_not_stop_the_graph() {
        declare(TWO_PATHS);
        rows.down(true);
        assertThat(supervisor.delete(ID)).isInstanceOf(Supervisor.Deleted.Failed.class);
        assertThat(running().running()).isTrue();
        rows.down(false);
        assertThat(supervisor.delete(ID)).isEqualTo(new Supervisor.Deleted.Done(true));
        assertThat(supervisor.delete(ID)).isEqualTo(new Supervisor.Deleted.Done(false));
    }

    @Test
    void a_store_that_cannot_be_read_must_not_stop_what_runs() {
        declare(TWO_PATHS);
        rows.down(true);
        supervisor.reconcile();
        assertThat(running().running()).isTrue();
    }

    @Test
    void a_delete_elsewhere_must_be_followed_only_with_a_whole_inventory() {
        declare(TWO_PATHS);
        rows.remove(KEY);
        rows.put("graph:app:newer", "{\"from\":\"a newer build\"}");
        supervisor.reconcile();
        assertThat(running().running()).isTrue();
        rows.remove("graph:app:newer");
        supervisor.reconcile();
        assertThat(registry.find(ID)).isEmpty();
    }

    @Test
    void a_graph_that_stopped_must_be_started_again() {
        declare(TWO_PATHS);
        running().stop();
        assertThat(running().running()).isFalse();
        supervisor.reconcile();
        assertThat(running().running()).isTrue();
    }

    /// Stage `b` ends by itself as soon as queues are configured, and has stopped its graph before that goes on.
    private void endStageDuringProvisioning() {
        GraphRuntime before = running();
        broker.beforeConfigure(queue -> {
            broker.close("g.b.ingress", 401);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !before.running());
        });
    }

    @Test
    void a_poll_that_is_refused_for_what_it_asks_must_not_stop_the_graph() {
        declare(TWO_PATHS);
        broker.close("g.b.ingress", 400);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> broker.refusedPolls() > 2);
        assertThat(running().running()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404})
    void a_poll_that_will_never_be_answered_must_stop_the_graph(int status) {
        declare(TWO_PATHS);
        broker.close("g.b.ingress", status);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !running().running());
    }

    @Test
    void a_kept_stage_that_ends_during_a_change_must_not_leave_the_graph_running_without_it() {
        declare(TWO_PATHS);
        endStageDuringProvisioning();
        declare(firstNode(TWO_PATHS, "50"));
        assertThat(running().running()).isFalse();
        broker.openAgain();
        supervisor.reconcile();
        assertThat(running().running()).isTrue();
    }

    @Test
    void a_kept_stage_that_ends_during_a_failed_change_must_not_leave_the_old_version_running_without_it() {
        declare(TWO_PATHS);
        broker.refuse("g.c.ingress");
        endStageDuringProvisioning();
        declare(grown());
        assertThat(running().plan().version()).isEqualTo(1);
        assertThat(running().running()).isFalse();
        broker.openAgain();
        supervisor.reconcile();
        assertThat(running().running()).isTrue();
    }

    private static final String V1_TARGET = """
            {"name":"g","version":1,
             "budgets":[{"id":"b","cap":10,"periodSeconds":1,"alignment":"rolling","confidence":"assumed"}],
             "cost":{"field":"units","default":1,"max":9}}""";

    @Test
    void a_target_that_is_deleted_while_it_is_migrated_must_stay_deleted() {
        rows.put("spec:app:g", V1_TARGET);
        // the other replica's delete comes between this one's read and its write
        rows.beforeNextWrite(() -> rows.remove("spec:app:g"));
        supervisor.reconcile();
        assertThat(rows.holds(KEY)).isFalse();
        assertThat(rows.holds("spec:app:g")).isFalse();
        supervisor.reconcile();
        assertThat(registry.find(ID)).isEmpty();
    }

    @Test
    void a_migrated_graph_must_not_look_changed_when_it_is_read_back() {
        rows.put("spec:app:g", V1_TARGET);
        supervisor.reconcile();
        GraphRuntime migrated = running();
        assertThat(rows.holds(KEY)).isTrue();
        supervisor.reconcile();
        assertThat(running()).isSameAs(migrated);
    }

    @Test
    void a_migrated_graph_that_could_not_be_written_back_must_not_wait_for_the_next_start() {
        rows.put("spec:app:g", V1_TARGET);
        rows.readOnly(true);
        supervisor.reconcile();
        GraphRuntime migrated = running();
        assertThat(rows.holds(KEY)).isFalse();
        rows.readOnly(false);
        supervisor.reconcile();
        assertThat(rows.holds(KEY)).isTrue();
        assertThat(running()).isSameAs(migrated);
        int calls = rows.calls();
        supervisor.reconcile();
        assertThat(rows.calls()).as("written back, it is only read").isEqualTo(calls + 1);
    }

    @Test
    void a_path_that_joins_an_entry_must_be_known_to_the_stages_that_stay() {
        String oneDoor = """
                {"version":%d,
                 "nodes":{"a":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}],"egress":"out"}},
                 "paths":[{"name":"one","nodes":["a"]}%s]}""";
        declare(oneDoor.formatted(1, ""));
        Stage before = running().stagesAt("a").getFirst();
        declare(oneDoor.formatted(2, ",{\"name\":\"two\",\"nodes\":[\"a\"]}"));
        assertThat(running().stages()).hasSize(2).doesNotContain(before);
    }

    private static String grown() {
        return TWO_PATHS
                .replace("\"version\":1", "\"version\":2")
                .replace(
                        "\"nodes\":{\"a\"",
                        "\"nodes\":{\"c\":{\"ingress\":true,\"budgets\":[{\"count\":9,\"timeMs\":1000}],\"egress\":\"out\"},\"a\"")
                .replace("\"paths\":[", "\"paths\":[{\"name\":\"three\",\"nodes\":[\"c\"]},");
    }
}
