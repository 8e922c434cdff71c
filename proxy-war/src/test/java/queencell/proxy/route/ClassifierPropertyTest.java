package queencell.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ClassifierPropertyTest {
    private static final String[] STARTS = {
        "",
        "/",
        "/api/v1/",
        "/api/v1/pop/queue/",
        "/api/v1/messages/",
        "/api/v1/status/",
        "/api/v1/kv/",
        "/streams/v1/",
        "/api/v1/ephemeral/",
        "/api/v1/consumer-groups/",
        "/api/v1/timers/",
        "/api/v1/p",
        "/internal/",
        "/health"
    };
    private static final String[] PIECES = {
        "push",
        "pop",
        "ack",
        "batch",
        "queue",
        "queues",
        "retry",
        "replay",
        "messages",
        "dlq",
        "kv",
        "timers",
        "traces",
        "status",
        "buffers",
        "system",
        "maintenance",
        "configure",
        "fetch",
        "..",
        ".",
        "%2e",
        "/",
        "//",
        ";",
        "a",
        "\u00ff"
    };

    @Property(tries = 1000)
    void no_bytes_may_make_the_classifier_throw(@ForAll("methods") String method, @ForAll("anyBytes") String path) {
        assertThat(Classifier.classify(method, path)).isNotNull();
        assertThat(Surface.of(path)).isNotNull();
        assertThat(new RawQuery(path).first("wait")).isNotNull();
    }

    @Property(tries = 2000)
    void the_short_way_must_not_answer_otherwise_than_the_table(
            @ForAll("methods") String method, @ForAll("paths") String path) {
        Route expected = DotSegments.in(path) ? Route.blocked(0) : byTheTable(method, path);
        assertThat(Classifier.classify(method, path)).as("%s %s", method, path).isEqualTo(expected);
    }

    @Property(tries = 1000)
    void what_no_tenant_may_see_must_not_be_reached_by_adding_to_its_path(
            @ForAll("anyBytes") String tail, @ForAll("methods") String method) {
        Route route = Classifier.classify(method, "/api/v1/system" + tail);
        assertThat(route.isBlocked() || route.isOperator()).as(tail).isTrue();
    }

    @Provide
    Arbitrary<String> methods() {
        return Arbitraries.of("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "", "get", "OPTIONS");
    }

    @Provide
    Arbitrary<String> anyBytes() {
        Arbitrary<String> tail =
                Arbitraries.strings().withCharRange('\u0000', '\u00ff').ofMaxLength(40);
        return Combinators.combine(Arbitraries.of(STARTS), tail).as(String::concat);
    }

    @Provide
    Arbitrary<String> paths() {
        Arbitrary<String> tail = Arbitraries.of(PIECES).list().ofMaxSize(6).map(pieces -> String.join("", pieces));
        Arbitrary<String> segments = Arbitraries.of(PIECES).list().ofMaxSize(5).map(pieces -> String.join("/", pieces));
        return Combinators.combine(Arbitraries.of(STARTS), Arbitraries.oneOf(tail, segments))
                .as(String::concat);
    }

    private static Route byTheTable(String method, String path) {
        return RouteTable.ROWS.stream()
                .map(row -> row.judge(method, path))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(RouteTable.UNKNOWN);
    }
}
