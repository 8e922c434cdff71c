package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import queencell.http.Answer;
import queencell.http.Request;

/// The description at `/api/openapi.json` is all that Gate answers, and nothing that it does not: each described answer
/// of each route is provoked here, and [ApiWitness] holds the answers of all suites against it.
@ExtendWith(GatesExtension.class)
class GateDescriptionIT {

    private static final String WIDE =
            "'budgets':[{'id':'b','count':2,'timeMs':3600000,'subWindows':1,'sharedKey':'all'},"
                    + "{'id':'each','count':100,'timeMs':1000,'scopeBy':'payload.k'}]";
    /// One entry, which sheds after two items.
    private static final String ONE_DOOR = """
            {'version':1,
             'nodes':{'a':{'ingress':{'shed':true},'cost':{'path':'payload.c','default':1},%1$s},
                      'b':{'egress':{'queue':'$out','group':'workers'},%1$s}},
             'paths':[{'name':'main','nodes':['a','b']}]}""".formatted(WIDE);
    private static final String TWO_DOORS = """
            {'version':1,
             'nodes':{'a':{'ingress':true,'egress':'$app.a.out',%1$s},'b':{'ingress':true,'egress':'$app.b.out',%1$s}},
             'paths':[{'name':'one','nodes':['a']},{'name':'two','nodes':['b']}]}""".formatted(WIDE);
    /// Rules that came later refuse it, and it runs all the same.
    private static final String HEADLESS = """
            {'application':'$app','graph':'$app-headless','version':1,'nodes':{'a':{'egress':'$app.h.out',%s}},
             'paths':[{'name':'main','nodes':['a']}]}""".formatted(WIDE);
    private static final String WATCHING = """
            {'application':'$app','graph':'$app-watching','version':1,
             'nodes':{'a':{'ingress':true,'egress':'$app.w.out'}},'paths':[{'name':'main','nodes':['a']}],
             'counters':{'windowSeconds':60},'watch':{'durationSeconds':600,'startedAt':1000}}""";
    private static final String ITEM = "{'payload':{'k':1}}";
    private static final Toll REFUSED =
            new Toll.Refuse(400, "{\"error\":\"kv_bad_request\",\"reason\":\"kv_bad_body\"}");

    private Gates gates;
    private Graph graph;

    @Test
    void the_description_must_hold_what_is_answered_and_nothing_else(Gates all) {
        gates = all;
        graph = all.graph();
        set();
        itself();
        everythingFine();
        whoMayNotWrite();
        bodiesThatAreNone();
        nobodyByThatName();
        severalByThatName();
        wrongInThisState();
        wrongInWhatTheySay();
        full();
        brokerRefuses();
        stopped();
        assertThat(ApiWitness.missed()).isEmpty();
    }

    /// The name of the one graph, which no other application has.
    private String name() {
        return graph.application();
    }

    private void set() {
        for (String application : List.of(name(), name() + "-b")) {
            put(
                    "/v1/apps/%s/graphs/%s-two".formatted(application, name()),
                    application.equals(name()) ? TWO_DOORS : TWO_DOORS.replace("$app", "$app.b"));
        }
        put("/v1/apps/%1$s/graphs/%1$s".formatted(name()), ONE_DOOR);
        graph.write("graph:$app:$app-headless", graph.text(HEADLESS));
        graph.write("graph:$app:$app-watching", graph.text(WATCHING));
        for (String late : List.of("headless", "watching")) {
            Eventually.holds(() -> assertThat(ask("GET", "/v1/apps/%1$s/graphs/%1$s-%2$s".formatted(name(), late), "")
                            .status())
                    .isEqualTo(200));
        }
    }

    private void put(String target, String document) {
        Answer answer = ask("PUT", target, document);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    }

    private Answer ask(String method, String target, String body) {
        Request request = gates.first().request(method, target);
        return body.isEmpty() ? request.send() : request.json(graph.text(body)).send();
    }

    /// A path with its parameters filled in; `changes` win over the one graph's.
    private String filled(String template, String... changes) {
        var values = new TreeMap<>(Map.of(
                "app", name(), "kind", "graphs", "graph", name(), "node", "a", "lane", "main", "rest", "ack", "route",
                "watch"));
        for (int i = 0; i < changes.length; i += 2) {
            values.put(changes[i], changes[i + 1]);
        }
        String path = template;
        for (var value : values.entrySet()) {
            path = path.replace("{" + value.getKey() + "}", value.getValue());
        }
        return path;
    }

    /// Operations whose description has this answer; those of the sign-in need a provider.
    private static List<Operation> with(int status, Predicate<Operation> which) {
        return ApiWitness.answers().stream()
                .filter(answer -> answer.startsWith(status + " "))
                .map(Operation::of)
                .filter(operation -> !operation.path().startsWith("/api/auth/"))
                .filter(which)
                .toList();
    }

    private record Operation(String method, String path) {
        static Operation of(String answer) {
            String[] words = answer.split(" ");
            return new Operation(words[1], words[2]);
        }

        boolean bare() {
            return path.startsWith("/v1/graphs/")
                    || path.startsWith("/v1/targets/")
                    || path.startsWith("/v1/{kind}/")
                    || path.startsWith("/api/graphs/")
                    || path.startsWith("/api/{kind}/");
        }

        boolean ends(String suffix) {
            return path.endsWith(suffix);
        }

        /// A body that it takes.
        String body() {
            if (!method.equals("POST")) {
                return method.equals("PUT") ? (ends("/targets") ? "[]" : ONE_DOOR) : "";
            }
            return ends("/push")
                    ? ITEM
                    : ends("/backoff") ? "{'retryAfterSeconds':1}" : "{'txn':'x','path':'main','payload':{'k':1}}";
        }
    }

    private void expect(int status, Operation operation, String... changes) {
        String target = filled(operation.path(), changes);
        Answer answer = ask(operation.method(), target, operation.body());
        assertThat(answer.status())
                .as("%s %s: %s", operation.method(), target, answer)
                .isEqualTo(status);
    }

    private void itself() {
        Answer description = ask("GET", "/api/openapi.json", "");
        assertThat(description.json()).isEqualTo(ApiWitness.description());
    }

    private void everythingFine() {
        Set<String> last = Set.of("DELETE", "PUT");
        with(200, operation -> !last.contains(operation.method()) && !operation.ends("/push"))
                .forEach(operation -> {
                    String target = filled(operation.path());
                    Eventually.holds(() -> assertThat(ask(operation.method(), rollups(target), operation.body())
                                    .status())
                            .as("%s %s", operation.method(), target)
                            .isEqualTo(200));
                });
        with(410, operation -> true).forEach(operation -> expect(410, operation));
        with(200, operation -> operation.method().equals("DELETE")).forEach(operation -> {
            boolean graphs = operation.ends("/{graph}");
            expect(200, operation, "graph", graphs ? name() + "-none" : name());
        });
        put("/v1/apps/%s-empty/targets".formatted(name()), "[]");
        // one that is refused, so that nothing of application `default` is removed
        put("/v1/targets", "[{'graph':'NOT A NAME'}]");
        String bare = "/v1/graphs/%s-bare".formatted(name());
        put(bare, once());
        put(bare + "?dryRun=true&explain=text", once());
        ask("DELETE", bare, "");
    }

    private static String rollups(String target) {
        return target.equals("/api/rollups") ? target + "?target=g.a" : target;
    }

    /// Which is said before anybody looks whether there is such a route.
    private void whoMayNotWrite() {
        with(403, operation -> true).forEach(operation -> {
            Answer answer = gates.first()
                    .publicRequest(operation.method(), filled(operation.path()))
                    .header("Sec-Fetch-Site", "cross-site")
                    .json("{}")
                    .send();
            assertThat(answer.status()).as(operation + ": " + answer).isEqualTo(403);
        });
        with(415, operation -> true).forEach(operation -> {
            Answer answer = gates.first()
                    .publicRequest(operation.method(), filled(operation.path()))
                    .header("Content-Type", "text/plain")
                    .body(new byte[] {'{', '}'})
                    .send();
            assertThat(answer.status()).as(operation + ": " + answer).isEqualTo(415);
        });
    }

    private void bodiesThatAreNone() {
        with(400, operation -> true).forEach(operation -> {
            boolean reads = operation.method().equals("GET");
            String target = filled(operation.path()) + (reads ? "?target=g.a&minutes=soon" : "");
            Answer answer = ask(operation.method(), target, reads ? "" : "{");
            assertThat(answer.status()).as(operation + ": " + answer).isEqualTo(400);
        });
        byte[] large = new byte[8 * 1024 * 1024 + 1];
        with(413, operation -> true).forEach(operation -> {
            Answer answer = gates.first()
                    .request(operation.method(), filled(operation.path()))
                    .header("Content-Type", "application/json")
                    .body(large)
                    .send();
            assertThat(answer.status()).as(operation + ": " + answer).isEqualTo(413);
        });
    }

    private void nobodyByThatName() {
        with(404, operation -> true).forEach(operation -> expect(404, operation, "graph", "nobody"));
    }

    private void severalByThatName() {
        with(409, operation -> operation.bare() && !operation.method().equals("PUT"))
                .forEach(operation -> expect(409, operation, "graph", name() + "-two"));
    }

    private void wrongInThisState() {
        with(409, operation -> !operation.bare()).forEach(operation -> {
            switch (operation) {
                case Operation push when push.ends("{node}/push") -> expect(409, push, "node", "b");
                case Operation push when push.ends("{lane}/push") -> expect(409, push, "graph", name() + "-two");
                case Operation hold when hold.ends("/backoff") -> expect(409, hold, "graph", name() + "-watching");
                case Operation again when again.ends("/reenter") -> expect(409, again, "graph", name() + "-headless");
                case Operation watch when watch.ends("/{route}") -> expect(409, watch);
                case Operation declare -> conflict(filled(declare.path()), ONE_DOOR);
            }
        });
        for (String target : List.of("/v1/apps/%1$s/graphs/%1$s", "/v1/graphs/%1$s-once")) {
            Answer answer = gates.first()
                    .request("PUT", target.formatted(name()))
                    .header("If-Match", "\"1\"")
                    .json(graph.text(ONE_DOOR))
                    .send();
            assertThat(answer.status()).as(answer.toString()).isEqualTo(412);
        }
        String bare = "/v1/graphs/%s-once".formatted(name());
        put(bare, once());
        conflict(bare, once());
        ask("DELETE", bare, "");
        with(503, operation -> operation.ends("/{route}"))
                .forEach(operation -> expect(503, operation, "graph", name() + "-watching"));
        with(503, operation -> operation.ends("/timeline") || operation.ends("/chat"))
                .forEach(operation -> expect(503, operation));
    }

    /// The same document with another counter, under the same version.
    private void conflict(String target, String document) {
        Answer answer = ask("PUT", target, document.replace("'id':'each'", "'id':'other'"));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(409);
    }

    /// A document of which nothing meets another graph's.
    private static String once() {
        return ONE_DOOR.replace("'all'", "'once'").replace("$out", "$app.once");
    }

    private void wrongInWhatTheySay() {
        with(422, operation -> true).forEach(operation -> {
            String body = operation.ends("/push") ? "{'payload':7}" : operation.ends("/rollups") ? "" : "{}";
            Answer answer = ask(operation.method(), filled(operation.path()), body);
            assertThat(answer.status()).as(operation + ": " + answer).isEqualTo(422);
        });
    }

    /// A graph that takes what comes, and one that tells the third caller when to come again.
    private void full() {
        put(
                "/v1/apps/%s/graphs/%s".formatted(name(), open()),
                ONE_DOOR.replace("{'shed':true}", "true").replace("$out", "$app.open"));
        with(200, operation -> operation.ends("/push")).forEach(operation -> expect(200, operation, "graph", open()));
        Answer several = ask("POST", filled("/v1/graphs/{graph}/nodes/{node}/push", "graph", open()), "[" + ITEM + "]");
        assertThat(several.status()).as(several.toString()).isEqualTo(200);
        with(429, operation -> true).forEach(operation -> Eventually.holds(() -> expect(429, operation)));
    }

    private String open() {
        return name() + "-open";
    }

    private void brokerRefuses() {
        try (var _ = gates.road().raise(crossing -> refused(crossing))) {
            // answers about depth are kept for two seconds
            Graph.sleep(Duration.ofMillis(2_100));
            with(502, operation -> true).forEach(operation -> {
                // one that does not look at counters first
                expect(502, operation, "graph", operation.ends("/push") ? open() : name());
            });
        }
    }

    private Toll refused(Crossing crossing) {
        String all = crossing.target() + crossing.text();
        boolean ours = all.contains(name()) || all.contains("brk:");
        return ours && !crossing.path().startsWith("/api/v1/pop") ? REFUSED : new Toll.Pass();
    }

    private void stopped() {
        try (var _ = graph.toll("/api/v1/pop", "", new Toll.Refuse(403, "{\"error\":\"feature_gated\"}"))) {
            with(503, operation -> operation.path().startsWith("/v1/") || operation.ends("/readyz"))
                    .forEach(operation -> Eventually.holds(() -> expect(503, operation)));
        }
        Eventually.holds(() -> assertThat(ask("GET", "/readyz", "").status()).isEqualTo(200));
    }
}
