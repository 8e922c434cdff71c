package queencell.gate.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.gate.api.Readiness;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.JsonText;

/// When a replica may be sent requests (runtime, 16.14).
class ReadinessTest {
    private static final String GRAPH = """
            {"version":1,"nodes":{"a":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}],"egress":"out"}},
             "paths":[{"name":"main","nodes":["a"]}]}""";

    private Replica replica;
    private Readiness readiness;

    @BeforeEach
    void start() throws IOException {
        replica = Replica.start();
        readiness = new Readiness(replica.supervisor(), replica.registry());
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    @Test
    void a_replica_that_has_not_read_the_store_must_not_pass_for_one_without_graphs() {
        replica.rows().down(true);
        replica.supervisor().reconcile();
        assertThat(readiness.status()).isEqualTo("starting");
        replica.rows().down(false);
        replica.supervisor().reconcile();
        assertThat(readiness.status()).isEqualTo("ready");
        // graphs run on without it
        replica.rows().down(true);
        replica.supervisor().reconcile();
        assertThat(readiness.status()).isEqualTo("ready");
    }

    @Test
    void a_graph_that_stopped_must_show_until_it_runs_again() {
        replica.supervisor().reconcile();
        var parsed = (JsonText.Parsed) JsonText.parse(GRAPH.getBytes(StandardCharsets.UTF_8));
        var document = ((DocumentReader.Read) DocumentReader.read(parsed.value()))
                .document()
                .named("app", "g");
        assertThat(replica.supervisor().declare(Declaration.of(document))).isInstanceOf(Declared.Accepted.class);
        assertThat(readiness.status()).isEqualTo("ready");

        replica.broker().close("", 403);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> readiness.status().equals("degraded"));
        replica.broker().openAgain();
        replica.supervisor().reconcile();
        assertThat(readiness.status()).isEqualTo("ready");
    }

    @Test
    void a_replica_that_stops_must_say_so_first() {
        replica.supervisor().reconcile();
        readiness.drain();
        assertThat(readiness.status()).isEqualTo("draining");
    }
}
