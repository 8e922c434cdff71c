package queencell.gate.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Reads a graph document strictly (document, 1). Thread-safe; all structural problems are reported at once.
public final class DocumentReader {

    private static final List<String> ROOT =
            List.of("application", "graph", "version", "nodes", "paths", "maxAttempts", "counters", "watch");
    private static final List<String> NODE = List.of("budgets", "cost", "ingress", "egress", "batch", "concurrency");
    private static final List<String> BUDGET = List.of(
            "id", "count", "timeMs", "subWindows", "scopeBy", "sharedKey", "whenOp", "confidence", "source", "asOf");
    private static final List<String> COST = List.of("path", "default", "max");
    private static final List<String> INGRESS = List.of("queue", "partitions", "http", "shed");
    private static final List<String> EGRESS = List.of("queue", "group");
    private static final List<String> PATH = List.of("name", "priority", "share", "nodes");
    private static final List<String> COUNTERS = List.of("windowSeconds");
    private static final List<String> WATCH = List.of("durationSeconds", "startedAt");

    private static final Map<String, Confidence> CONFIDENCES = confidences();

    private final Findings problems = new Findings();

    private DocumentReader() {}

    /// What a JSON value turned out to be.
    public sealed interface Outcome {}

    /// Well-formed; the rules have not looked at it.
    public record Read(GraphDocument document) implements Outcome {}

    /// @param problems at least one, all of rule `schema`
    public record Refused(List<Finding> problems) implements Outcome {
        public Refused {
            problems = List.copyOf(problems);
        }
    }

    /// Never throws.
    public static Outcome read(Json body) {
        var reader = new DocumentReader();
        Optional<GraphDocument> document = reader.document(body);
        return document.isPresent() && reader.problems.none()
                ? new Read(document.get())
                : new Refused(reader.problems.list());
    }

    private Optional<GraphDocument> document(Json body) {
        return Fields.of(body, "", "a graph document", problems, ROOT)
                .map(root -> new GraphDocument(
                        root.defaultedText("application", GraphDocument.DEFAULT_APPLICATION),
                        root.defaultedText("graph", ""),
                        root.requiredInteger("version", Range.U32),
                        new LinkedHashMap<>(root.requiredMap("nodes", this::node)),
                        root.requiredList("paths", this::path),
                        root.optionalInteger("maxAttempts", Range.U32),
                        root.optional("counters", this::counters)
                                .map(OptionalLong::of)
                                .orElseGet(OptionalLong::empty),
                        root.optional("watch", this::watch)));
    }

    private Node node(Json value, String at) {
        return Fields.of(value, at, "a node", problems, NODE)
                .map(node -> new Node(
                        node.defaultedList("budgets", this::budget),
                        node.defaulted("cost", Cost.ONE, this::cost),
                        node.optional("ingress", this::ingress).orElse(Ingress.ABSENT),
                        node.optional("egress", this::egress),
                        node.optionalInteger("batch", Range.U32),
                        node.optionalInteger("concurrency", Range.U32)))
                .orElseGet(() -> new Node(
                        List.of(),
                        Cost.ONE,
                        Ingress.ABSENT,
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty()));
    }

    private Budget budget(Json value, String at) {
        return Fields.of(value, at, "a budget", problems, BUDGET)
                .map(budget -> new Budget(
                        budget.optionalKeyText("id"),
                        budget.requiredInteger("count", Range.I64),
                        budget.requiredInteger("timeMs", Range.I64),
                        budget.optionalInteger("subWindows", Range.U32),
                        budget.optionalText("scopeBy"),
                        budget.optionalKeyText("sharedKey"),
                        budget.optionalList("whenOp", budget::textElement),
                        budget.defaultedWord("confidence", CONFIDENCES, Confidence.INFERRED),
                        budget.optionalText("source"),
                        budget.optionalText("asOf")))
                .orElseGet(() -> new Budget(
                        Optional.empty(),
                        1,
                        1000,
                        OptionalLong.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Confidence.INFERRED,
                        Optional.empty(),
                        Optional.empty()));
    }

    private Cost cost(Json value, String at) {
        if (value instanceof Json.Num) {
            return new Scalars(new StructuralProblems(problems))
                    .amount(at, value)
                    .<Cost>map(Cost.Constant::new)
                    .orElse(Cost.ONE);
        }
        return Fields.of(value, at, "a cost that is not a number", problems, COST)
                .<Cost>map(cost -> new Cost.FromPayload(
                        cost.requiredText("path"),
                        cost.defaultedAmount("default", Amount.of(1)),
                        cost.optionalAmount("max")))
                .orElse(Cost.ONE);
    }

    private Ingress ingress(Json value, String at) {
        if (value instanceof Json.Bool written) {
            return written.value() ? Ingress.ON : Ingress.OFF;
        }
        return Fields.of(value, at, "an ingress that is not `true` or `false`", problems, INGRESS)
                .<Ingress>map(ingress -> new Ingress.Described(
                        ingress.optionalNonEmptyText("queue"),
                        ingress.optionalInteger("partitions", Range.POSITIVE_U32),
                        ingress.optionalFlag("http"),
                        ingress.optionalFlag("shed")))
                .orElse(Ingress.ABSENT);
    }

    private Egress egress(Json value, String at) {
        if (value instanceof Json.Text written && !written.value().isEmpty()) {
            if (!Scalars.storable(written.value())) {
                refuseQueueName(value, at);
            }
            return Egress.plain(written.value());
        }
        if (value instanceof Json.Text) {
            refuseQueueName(value, at);
            return Egress.plain("");
        }
        return Fields.of(value, at, "an egress that is not a queue name", problems, EGRESS)
                .map(egress ->
                        Egress.described(egress.requiredNonEmptyText("queue"), egress.optionalNonEmptyText("group")))
                .orElseGet(() -> Egress.plain(""));
    }

    private void refuseQueueName(Json value, String at) {
        new StructuralProblems(problems).wrong(at, value, "a queue name: a text that is not empty and holds no U+0000");
    }

    private GraphPath path(Json value, String at) {
        return Fields.of(value, at, "a path", problems, PATH)
                .map(path -> new GraphPath(
                        path.requiredText("name"),
                        path.defaultedInteger("priority", Range.U32, 0),
                        path.optionalNumber("share"),
                        path.requiredList("nodes", (hop, place) -> hop(hop, place, path))))
                .orElseGet(() -> new GraphPath("", 0, OptionalDouble.empty(), List.of()));
    }

    private Hop hop(Json value, String at, Fields path) {
        return switch (value) {
            case Json.Text single -> new Hop.Single(path.textElement(single, at));
            case Json.Arr branches -> new Hop.FanOut(path.list(at, branches, path::textElement));
            default -> {
                path.wrong(at, value, "a node name, or an array of node names for a fan-out");
                yield new Hop.Single("");
            }
        };
    }

    private long counters(Json value, String at) {
        return Fields.of(value, at, "`counters`", problems, COUNTERS)
                .map(counters -> counters.requiredInteger("windowSeconds", Range.U32))
                .orElse(0L);
    }

    private Watch watch(Json value, String at) {
        return Fields.of(value, at, "`watch`", problems, WATCH)
                .map(watch -> new Watch(
                        watch.requiredInteger("durationSeconds", Range.U32),
                        watch.optionalInteger("startedAt", Range.I64)))
                .orElseGet(() -> new Watch(0, OptionalLong.empty()));
    }

    private static Map<String, Confidence> confidences() {
        Map<String, Confidence> words = new LinkedHashMap<>();
        for (Confidence confidence : Confidence.values()) {
            words.put(confidence.word(), confidence);
        }
        return words;
    }
}
