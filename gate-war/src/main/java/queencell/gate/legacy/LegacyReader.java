package queencell.gate.legacy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import queencell.gate.document.Confidence;
import queencell.gate.document.Fields;
import queencell.gate.document.Findings;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;
import queencell.gate.document.Range;

/// Reads the v1 shapes, as strictly as documents are read: so the fall-through from v2 is exact (document, 12.1).
final class LegacyReader {

    private static final List<String> NODE =
            List.of("entry", "budgets", "cost", "lanes", "pacing", "admitted", "shardBy", "shards", "egress");
    private static final List<String> TARGET = Stream.concat(
                    Stream.of("application", "name", "version"), NODE.stream().filter(name -> !name.equals("entry")))
            .toList();
    private static final List<String> GRAPH =
            List.of("application", "name", "version", "nodes", "edges", "consume", "breach");
    private static final List<String> BUDGET = List.of(
            "id",
            "cap",
            "periodSeconds",
            "alignment",
            "confidence",
            "match",
            "scope",
            "maxKeys",
            "store",
            "source",
            "asOf");
    private static final List<String> LANE = List.of("name", "cap", "concurrency", "floor", "default");

    private static final Map<String, Boolean> ALIGNMENTS = Map.of("rolling", true, "calendar", false);
    private static final Map<String, Boolean> STORES = Map.of("kv", true, "gate", false);
    private static final Map<String, String> SCOPES = same("host", "entity", "account", "connection", "tenant");
    private static final Map<String, String> PARTITIONINGS = same("connection", "entity", "none");
    private static final Map<String, Confidence> CONFIDENCES =
            Map.of("documented", Confidence.DOCUMENTED, "inferred", Confidence.INFERRED, "assumed", Confidence.ASSUMED);

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,300}(\\.[0-9]{1,300})?([eE][+-]?[0-9]{1,3})?");
    private static final String CAPS = "`ceiling`, `ceiling-minus-measured`, `absolute:<number>` or `share:<number>`";

    private final Findings problems;

    LegacyReader(Findings problems) {
        this.problems = problems;
    }

    /// Empty, or with placeholders, when there are problems.
    Optional<LegacyTarget> target(Json body) {
        return Fields.of(body, "", "a v1 target", problems, TARGET).map(target -> {
            target.defaultedText("application", GraphDocument.DEFAULT_APPLICATION);
            return new LegacyTarget(
                    target.requiredText("name"),
                    target.requiredInteger("version", Range.U32),
                    node(target, "", true, target.requiredList("budgets", this::budget)));
        });
    }

    Optional<LegacyGraph> graph(Json body) {
        return Fields.of(body, "", "a v1 graph", problems, GRAPH).map(graph -> {
            graph.defaultedText("application", GraphDocument.DEFAULT_APPLICATION);
            Map<String, Optional<LegacyNode>> nodes = graph.requiredMap("nodes", this::node);
            Map<String, LegacyNode> read = new LinkedHashMap<>();
            nodes.forEach((name, node) -> node.ifPresent(present -> read.put(name, present)));
            return new LegacyGraph(
                    graph.requiredText("name"),
                    graph.requiredInteger("version", Range.U32),
                    read,
                    graph.defaultedList("edges", this::edge),
                    graph.defaultedList("consume", graph::textElement),
                    graph.defaultedList("breach", this::breach));
        });
    }

    private Optional<LegacyNode> node(Json value, String at) {
        return Fields.of(value, at, "a v1 node", problems, NODE)
                .map(node -> node(
                        node, at, node.defaultedFlag("entry", false), node.defaultedList("budgets", this::budget)));
    }

    private LegacyNode node(Fields node, String at, boolean entry, List<LegacyBudget> budgets) {
        var cost = node.requiredPart("cost", "an object with `field`, `default` and `max`", this::cost)
                .orElse(Cost.NONE);
        var pacing = node.optional("pacing", this::pacing).orElse(Pacing.ABSENT);
        var admitted = node.optional("admitted", this::admitted);
        node.optionalText("shardBy");
        node.optionalInteger("shards", Range.I64);
        return new LegacyNode(
                at,
                entry,
                budgets,
                cost.field(),
                cost.byDefault(),
                cost.max(),
                node.defaultedList("lanes", this::lane),
                pacing.leaseSeconds(),
                pacing.batch(),
                admitted.isPresent(),
                admitted.orElse(Admitted.ABSENT).partitionBy(),
                admitted.orElse(Admitted.ABSENT).partitions(),
                node.has("shardBy") || node.has("shards"),
                node.optionalText("egress"));
    }

    private record Cost(String field, double byDefault, double max) {
        private static final Cost NONE = new Cost("", 1, 1);
    }

    private Cost cost(Json value, String at) {
        return Fields.of(value, at, "a v1 cost", problems, List.of("field", "default", "max"))
                .map(cost -> new Cost(
                        cost.requiredText("field"), cost.requiredNumber("default"), cost.requiredNumber("max")))
                .orElse(Cost.NONE);
    }

    private record Pacing(double leaseSeconds, long batch) {
        private static final Pacing ABSENT = new Pacing(1, 200);
    }

    private Pacing pacing(Json value, String at) {
        return Fields.of(value, at, "`pacing`", problems, List.of("leaseSeconds", "batch"))
                .map(pacing -> new Pacing(
                        pacing.defaultedNumber("leaseSeconds", Pacing.ABSENT.leaseSeconds()),
                        pacing.defaultedInteger("batch", Range.I64, Pacing.ABSENT.batch())))
                .orElse(Pacing.ABSENT);
    }

    private record Admitted(String partitionBy, long partitions) {
        private static final Admitted ABSENT = new Admitted("connection", 64);
    }

    private Admitted admitted(Json value, String at) {
        return Fields.of(value, at, "`admitted`", problems, List.of("partitionBy", "partitions"))
                .map(admitted -> new Admitted(
                        admitted.defaultedWord("partitionBy", PARTITIONINGS, Admitted.ABSENT.partitionBy()),
                        admitted.defaultedInteger("partitions", Range.U32, Admitted.ABSENT.partitions())))
                .orElse(Admitted.ABSENT);
    }

    private LegacyBudget budget(Json value, String at) {
        return Fields.of(value, at, "a v1 budget", problems, BUDGET)
                .map(budget -> {
                    budget.optionalInteger("maxKeys", Range.I64);
                    return new LegacyBudget(
                            at,
                            budget.requiredText("id"),
                            budget.requiredNumber("cap"),
                            budget.requiredInteger("periodSeconds", Range.I64),
                            budget.requiredWord("alignment", ALIGNMENTS, true),
                            budget.requiredWord("confidence", CONFIDENCES, Confidence.INFERRED),
                            budget.optional("match", this::match),
                            budget.defaultedList("scope", (word, place) -> scope(word, place, budget)),
                            budget.has("maxKeys"),
                            budget.defaultedWord("store", STORES, false),
                            budget.optionalText("source"),
                            budget.optionalText("asOf"));
                })
                .orElseGet(() -> new LegacyBudget(
                        at,
                        "",
                        1,
                        1,
                        true,
                        Confidence.INFERRED,
                        Optional.empty(),
                        List.of(),
                        false,
                        false,
                        Optional.empty(),
                        Optional.empty()));
    }

    private List<String> match(Json value, String at) {
        return Fields.of(value, at, "`match`", problems, List.of("op"))
                .map(match -> match.defaultedList("op", match::textElement))
                .orElse(List.of());
    }

    private String scope(Json value, String at, Fields budget) {
        if (value instanceof Json.Text word && SCOPES.containsKey(word.value())) {
            return word.value();
        }
        budget.wrong(at, value, "one of `host`, `entity`, `account`, `connection`, `tenant`");
        return "host";
    }

    private LegacyLane lane(Json value, String at) {
        return Fields.of(value, at, "a v1 lane", problems, LANE)
                .map(lane -> {
                    lane.defaultedInteger("concurrency", Range.I64, 8);
                    return new LegacyLane(
                            at,
                            lane.requiredText("name"),
                            lane.requiredPart("cap", CAPS, (cap, place) -> cap(cap, place, lane))
                                    .orElseGet(LegacyLane.Cap.Ceiling::new),
                            lane.defaultedNumber("floor", 0),
                            lane.defaultedFlag("default", false));
                })
                .orElseGet(() -> new LegacyLane(at, "", new LegacyLane.Cap.Ceiling(), 0, false));
    }

    private LegacyLane.Cap cap(Json value, String at, Fields lane) {
        if (value instanceof Json.Text text) {
            switch (text.value()) {
                case "ceiling" -> {
                    return new LegacyLane.Cap.Ceiling();
                }
                case "ceiling-minus-measured" -> {
                    return new LegacyLane.Cap.CeilingMinusMeasured();
                }
                case String written
                when number(written, "absolute:").isPresent() -> {
                    return new LegacyLane.Cap.Absolute(
                            number(written, "absolute:").get());
                }
                case String written
                when number(written, "share:").isPresent() -> {
                    return new LegacyLane.Cap.Share(number(written, "share:").get());
                }
                default -> {}
            }
        }
        lane.wrong(at, value, CAPS);
        return new LegacyLane.Cap.Ceiling();
    }

    private static Optional<Double> number(String written, String prefix) {
        if (!written.startsWith(prefix)) {
            return Optional.empty();
        }
        String number = written.substring(prefix.length());
        return NUMBER.matcher(number).matches()
                ? Optional.of(Double.parseDouble(number)).filter(Double::isFinite)
                : Optional.empty();
    }

    private LegacyGraph.Edge edge(Json value, String at) {
        return Fields.of(value, at, "a v1 edge", problems, List.of("from", "to", "priority"))
                .map(edge -> new LegacyGraph.Edge(
                        edge.requiredText("from"),
                        edge.requiredText("to"),
                        edge.defaultedInteger("priority", Range.U32, 0)))
                .orElseGet(() -> new LegacyGraph.Edge("", "", 0));
    }

    private long breach(Json value, String at) {
        return Fields.of(value, at, "a v1 breach rule", problems, List.of("when", "retryTo", "maxAttempts"))
                .map(breach -> {
                    breach.requiredPart("when", "an object with `status` or `outcome`", this::when);
                    breach.requiredText("retryTo");
                    return breach.requiredInteger("maxAttempts", Range.I64);
                })
                .orElse(1L);
    }

    private boolean when(Json value, String at) {
        return Fields.of(value, at, "`when`", problems, List.of("status", "outcome"))
                .map(when -> {
                    when.optionalInteger("status", Range.I64);
                    when.optionalText("outcome");
                    return true;
                })
                .orElse(false);
    }

    private static Map<String, String> same(String... words) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String word : words) {
            map.put(word, word);
        }
        return map;
    }
}
