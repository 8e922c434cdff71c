package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.gate.Vectors;
import queencell.gate.graph.Declaration;
import queencell.gate.graph.Declared;
import queencell.gate.graph.Replica;
import queencell.web.RefusedException;

/// Old routes say where the work is now, whatever graph they name; living routes say that there is no such graph
/// (runtime, 14 and 16.10).
class GoneResourceTest {

    private Replica replica;
    private GoneResource gone;

    @BeforeEach
    void start() throws IOException {
        replica = Replica.start();
        gone = new GoneResource(replica.registry());
        assertThat(replica.supervisor().declare(Declaration.of(Vectors.document("""
                {"application":"app","graph":"g","version":1,
                 "nodes":{"a":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}]},
                          "z":{"egress":{"queue":"app.out","group":"crew"},"budgets":[{"count":100,"timeMs":1000}]}},
                 "paths":[{"name":"main","nodes":["a","z"]}]}"""))))
                .isInstanceOf(Declared.Accepted.class);
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    private static String refused(int status, ThrowingCallable call) {
        var text = new StringBuilder();
        assertThatThrownBy(call).isInstanceOfSatisfying(RefusedException.class, refusal -> {
            assertThat(refusal.status()).as(refusal.getMessage()).isEqualTo(status);
            text.append(refusal.getMessage());
        });
        return text.toString();
    }

    @Test
    void an_unknown_graph_must_not_suggest_a_mistyped_address() {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> gone.next("app", "nowhere", "z"),
                () -> gone.next("app", "g", "nobody"),
                () -> gone.nextBare("nowhere", "z"),
                () -> gone.nextOfTarget("nobody", "g"),
                () -> gone.nextOfTargetBare("nowhere"))) {
            assertThat(refused(410, call)).contains("no longer mediates the pop", "egressQueue");
        }
    }

    @Test
    void a_known_graph_names_the_queue_to_consume() {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> gone.next("app", "g", "z"),
                () -> gone.nextBare("g", "z"),
                () -> gone.nextOfTarget("app", "g"),
                () -> gone.nextOfTargetBare("g"))) {
            assertThat(refused(410, call)).contains("queen.queue(\"app.out\").group(\"crew\").pop()");
        }
        assertThat(refused(410, () -> gone.next("app", "g", "a"))).contains("Node `a` declares no egress");
    }

    @Test
    void a_lease_route_names_the_way_to_report_a_limit() {
        assertThat(refused(410, gone::lease)).contains("`egressQueue`", "/backoff");
    }

    @Test
    void a_living_route_must_refuse_an_unknown_graph() {
        var finder = new GraphFinder(replica.registry());
        assertThat(refused(404, () -> finder.running("app", "nowhere"))).contains("`nowhere` in application `app`");
        assertThat(refused(404, () -> finder.running("other", "g"))).contains("`g` in application `other`");
        assertThat(refused(404, () -> finder.running("", "nowhere"))).contains("`nowhere` in any application");
        assertThat(refused(404, () -> GraphFinder.node(finder.running("", "g"), "nobody")))
                .contains("no node `nobody`", "`a`, `z`");
    }
}
