package queencell.gate.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.JsonText;

/// When a watch began: the server says it, and a redeclaration does not begin it anew (runtime, 12, step 3).
class WatchStartTest {
    private static final String KEY = "graph:app:g";
    private static final String PLAIN = """
            {"version":%d,"nodes":{"a":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}],"egress":"out"}},
             "paths":[{"name":"main","nodes":["a"]}]}""";

    private Replica replica;

    @BeforeEach
    void start() throws IOException {
        replica = Replica.withHistory();
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    private static String watching(int version) {
        return PLAIN.formatted(version)
                .replaceFirst(
                        "\\{\"version\":\\d+",
                        "{\"version\":%d,\"watch\":{\"durationSeconds\":600,\"startedAt\":7}".formatted(version));
    }

    private Declared declare(String json) {
        var parsed = (JsonText.Parsed) JsonText.parse(json.getBytes(StandardCharsets.UTF_8));
        GraphDocument document = ((DocumentReader.Read) DocumentReader.read(parsed.value()))
                .document()
                .named("app", "g");
        return replica.supervisor().declare(Declaration.of(document));
    }

    private long began() {
        OptionalLong at = replica.registry()
                .find(new GraphId("app", "g"))
                .orElseThrow()
                .document()
                .watch()
                .orElseThrow()
                .startedAt();
        return at.orElseThrow();
    }

    @Test
    void a_callers_own_start_must_not_count() {
        long before = System.currentTimeMillis();
        assertThat(declare(watching(1))).isInstanceOf(Declared.Accepted.class);
        assertThat(began()).isBetween(before, System.currentTimeMillis());
    }

    @Test
    void a_redeclaration_must_not_begin_the_watch_anew() throws InterruptedException {
        declare(watching(1));
        long began = began();
        Thread.sleep(5);
        assertThat(declare(watching(2))).isInstanceOf(Declared.Accepted.class);
        assertThat(began()).isEqualTo(began);
    }

    @Test
    void a_watch_that_runs_but_was_not_stored_must_keep_its_start() throws InterruptedException {
        declare(PLAIN.formatted(1));
        replica.rows()
                .beforeNextWrite(() -> replica.rows()
                        .put(KEY, PLAIN.formatted(1).replaceFirst("\\{", "{\"application\":\"app\",\"graph\":\"g\",")));
        assertThat(declare(watching(2))).isInstanceOf(Declared.Refused.class);
        long began = began();
        Thread.sleep(5);
        assertThat(declare(watching(3))).isInstanceOf(Declared.Accepted.class);
        assertThat(began()).isEqualTo(began);
    }
}
