package queencell.gate;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/// Documents for property tests, as JSON text.
public final class GeneratedGraphs {

    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e-1");

    private GeneratedGraphs() {}

    /// Well-formed documents of all kinds; most of them break some rule.
    public static Arbitrary<String> wellFormed() {
        Arbitrary<String> nodes = entry(node()).list().ofMinSize(0).ofMaxSize(5).map(GeneratedGraphs::object);
        Arbitrary<String> paths = path().list().ofMaxSize(4).map(Object::toString);
        Arbitrary<String> extras = Arbitraries.of(
                "",
                ",\"maxAttempts\":5",
                ",\"maxAttempts\":0",
                ",\"counters\":{\"windowSeconds\":60}",
                ",\"counters\":{\"windowSeconds\":7}",
                ",\"watch\":{\"durationSeconds\":3600}",
                ",\"watch\":{\"durationSeconds\":1,\"startedAt\":-4}",
                ",\"maxAttempts\":null,\"watch\":null");
        Arbitrary<String> names = Arbitraries.of(
                "\"application\":\"acme\",\"graph\":\"mail\"",
                "\"graph\":\"shared\"",
                "\"application\":\"A b\",\"graph\":\"x.y\"",
                "\"application\":\"acme\"");
        return Combinators.combine(names, Arbitraries.integers().between(0, 9), nodes, paths, extras)
                .as((name, version, node, path, extra) -> "{" + name + ",\"version\":" + version + ",\"nodes\":" + node
                        + ",\"paths\":" + path + extra + "}");
    }

    /// Documents that are accepted, most of them with several paths on one node.
    public static Arbitrary<String> sound() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 4),
                        soundBudget().list().ofMinSize(1).ofMaxSize(3),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.doubles().between(0.2, 1.0).list().ofSize(4),
                        Arbitraries.of("", ",\"watch\":{\"durationSeconds\":3600}"))
                .as(GeneratedGraphs::soundDocument);
    }

    private static String soundDocument(int paths, List<String> budgets, int cost, List<Double> shares, String extra) {
        List<String> nodes = new ArrayList<>();
        List<String> routes = new ArrayList<>();
        double share = 1.0;
        for (int i = 0; i < paths; i++) {
            nodes.add("\"e" + i + "\":{\"ingress\":true,\"budgets\":" + budgets + "}");
            routes.add("{\"name\":\"p" + i + "\",\"priority\":" + i + ",\"share\":" + share + ",\"nodes\":[\"e" + i
                    + "\",\"vendor\"]}");
            share = share * shares.get(i);
        }
        nodes.add("\"vendor\":{\"cost\":" + cost + ",\"budgets\":" + budgets + ",\"egress\":\"acme.out\"}");
        return "{\"application\":\"acme\",\"graph\":\"mail\",\"version\":1,\"nodes\":" + object(nodes) + ",\"paths\":"
                + routes + extra + "}";
    }

    private static Arbitrary<String> soundBudget() {
        return Combinators.combine(
                        Arbitraries.longs().between(40_000, 5_000_000),
                        Arbitraries.longs().between(100, 500_000),
                        Arbitraries.of("", ",\"subWindows\":1", ",\"subWindows\":7"))
                .as((count, timeMs, parts) -> "{\"count\":" + count + ",\"timeMs\":" + timeMs + parts + "}");
    }

    private static Arbitrary<String> entry(Arbitrary<String> value) {
        return Combinators.combine(name(), value).as((name, written) -> "\"" + name + "\":" + written);
    }

    private static Arbitrary<String> name() {
        return Arbitraries.frequencyOf(
                Tuple.of(12, Arbitraries.of(NAMES)),
                Tuple.of(1, Arbitraries.of("x y", "", "n".repeat(60), "~/é", "-")));
    }

    private static Arbitrary<String> node() {
        Arbitrary<String> cost = Arbitraries.of(
                "",
                ",\"cost\":3",
                ",\"cost\":0",
                ",\"cost\":1.5",
                ",\"cost\":{\"path\":\"payload.w\",\"max\":50}",
                ",\"cost\":{\"path\":\"w\",\"default\":4,\"max\":2}",
                ",\"cost\":{\"path\":\"payload._gate.x\",\"default\":-1,\"max\":1e2}");
        Arbitrary<String> ingress = Arbitraries.of(
                "",
                ",\"ingress\":true",
                ",\"ingress\":false",
                ",\"ingress\":{}",
                ",\"ingress\":{\"queue\":\"acme.in\",\"http\":true}",
                ",\"ingress\":{\"queue\":\"gate.acme.mail.b.in\"}",
                ",\"ingress\":{\"partitions\":1,\"shed\":true}");
        Arbitrary<String> egress = Arbitraries.of(
                "",
                ",\"egress\":\"acme.out\"",
                ",\"egress\":{\"queue\":\"acme.in\",\"group\":\"w\"}",
                ",\"egress\":\"gate.other.mail.b.in\"");
        Arbitrary<String> numbers = Arbitraries.of(
                "",
                ",\"batch\":5",
                ",\"batch\":0",
                ",\"batch\":4294967295",
                ",\"concurrency\":0",
                ",\"concurrency\":4000");
        return Combinators.combine(budget().list().ofMaxSize(3), cost, ingress, egress, numbers)
                .as((budgets, c, i, e, n) -> "{\"budgets\":" + budgets + c + i + e + n + "}");
    }

    private static Arbitrary<String> budget() {
        Arbitrary<Long> count = Arbitraries.longs();
        Arbitrary<Long> small = Arbitraries.longs().between(1, 5000);
        Arbitrary<Long> time = Arbitraries.of(
                1000L,
                10_000L,
                60_000L,
                99L,
                -1L,
                0L,
                3_153_600_000_000L,
                3_153_600_000_001L,
                Long.MAX_VALUE,
                Long.MIN_VALUE);
        Arbitrary<String> extra = Arbitraries.of(
                "",
                ",\"subWindows\":10",
                ",\"subWindows\":0",
                ",\"subWindows\":4294967295",
                ",\"id\":\"x\"",
                ",\"id\":\"a:b%\"",
                ",\"id\":\"nul\\u0000\"",
                ",\"sharedKey\":\"ip\"",
                ",\"scopeBy\":\"payload.account\"",
                ",\"scopeBy\":\"payload..x\"",
                ",\"whenOp\":[\"a.*\",\"*x\"]",
                ",\"whenOp\":[]",
                ",\"confidence\":\"documented\",\"source\":\"portal\"");
        return Combinators.combine(Arbitraries.oneOf(small, small, small, count), time, extra)
                .as((c, t, e) -> "{\"count\":" + c + ",\"timeMs\":" + t + e + "}");
    }

    private static Arbitrary<String> path() {
        Arbitrary<String> single = name().map(name -> "\"" + name + "\"");
        Arbitrary<String> fanOut = single.list().ofMaxSize(3).map(Object::toString);
        Arbitrary<List<String>> hops = Arbitraries.frequencyOf(Tuple.of(4, single), Tuple.of(1, fanOut))
                .list()
                .ofMaxSize(4);
        return Combinators.combine(
                        name(),
                        hops,
                        Arbitraries.of("", ",\"priority\":1", ",\"priority\":4294967295"),
                        Arbitraries.of(
                                "",
                                ",\"share\":1.0",
                                ",\"share\":0.5",
                                ",\"share\":1e-300",
                                ",\"share\":-3",
                                ",\"share\":1e300"))
                .as((name, nodes, priority, share) ->
                        "{\"name\":\"" + name + "\",\"nodes\":" + nodes + priority + share + "}");
    }

    /// Members with one name each.
    private static String object(List<String> members) {
        List<String> distinct = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String member : members) {
            String name = member.substring(0, member.indexOf("\":"));
            if (!names.contains(name)) {
                names.add(name);
                distinct.add(member);
            }
        }
        return "{" + String.join(",", distinct) + "}";
    }
}
