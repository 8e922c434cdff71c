package queencell.gate.rule;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.JsonPointer;
import queencell.gate.document.Shown;
import queencell.gate.document.StoredForm;
import queencell.gate.plan.DestinationPlan;
import queencell.gate.plan.Names;
import queencell.gate.plan.StagePlan;

/// Who reads and who feeds a queue (document, 9.2), and whether the document can be stored (9.4).
final class OwnershipRules {

    /// The broker's limit on a stored value.
    static final int MOST_STORED_BYTES = 65_536;

    static final List<Rule> RULES = List.of(
            Rule.graph(
                    "ingress-owner",
                    "two nodes that both receive and forward every message of one queue",
                    Example.at(
                            "",
                            twoEntries("acme.in", "acme.in", "acme.a.out", "acme.b.out"),
                            twoEntries("acme.a.in", "acme.b.in", "acme.a.out", "acme.b.out")),
                    OwnershipRules::ingressOwner),
            Rule.graph(
                    "queue-cycle",
                    "messages that come back to the start and spend budget on every lap",
                    Example.at(
                            "",
                            twoEntries("acme.one", "acme.two", "acme.two", "acme.one"),
                            twoEntries("acme.one", "acme.two", "acme.two", "acme.three")),
                    OwnershipRules::queueCycle),
            Rule.node(
                    "egress-bypass",
                    "work that skips the budgets before a node, or is charged and lost at it",
                    Example.at(
                            "/nodes/vendor/egress",
                            "\"gate.acme.other.vendor.in\"",
                            "\"gate.acme.other.vendor.ingress\""),
                    OwnershipRules::egressBypass));

    /// Looked at before everything else: what is too big to be stored is not worth checking.
    static final Rule DOCUMENT_SIZE = Rule.document(
            "document-size",
            "a graph that starts, cannot be stored, and is gone after the next restart",
            Example.at(
                    "/nodes/vendor/budgets/0/source", '"' + "x".repeat(66_000) + '"', '"' + "x".repeat(60_000) + '"'),
            OwnershipRules::documentSize);

    private OwnershipRules() {}

    private static String twoEntries(String inA, String inB, String outA, String outB) {
        return """
                {"application": "acme", "graph": "mail", "version": 1, "nodes": {\
                "a": {"ingress": {"queue": "%s"}, "budgets": [{"count": 100, "timeMs": 1000}], "egress": "%s"}, \
                "b": {"ingress": {"queue": "%s"}, "budgets": [{"count": 100, "timeMs": 1000}], "egress": "%s"}}, \
                "paths": [{"name": "pa", "nodes": ["a"]}, {"name": "pb", "nodes": ["b"]}]}""".formatted(inA, outA, inB, outB);
    }

    static void documentSize(GraphDocument document, Report report) {
        int bytes = StoredForm.storedLength(document);
        if (bytes > MOST_STORED_BYTES) {
            report.add(
                    "",
                    "the document is %s bytes in its stored form, at most %d are allowed: the store takes no larger value,"
                            + " and the graph would be gone after a restart. Split the graph, or shorten `source` texts.",
                    bytes > StoredForm.MOST_MEASURED ? "more than " + StoredForm.MOST_MEASURED : bytes,
                    MOST_STORED_BYTES);
        }
    }

    /// Within the document: sources include interior queues, so a named ingress that equals one counts. Across graphs:
    /// by the facts.
    static void ingressOwner(Subject subject, Report report) {
        Map<String, StagePlan> firstReader = new HashMap<>();
        Set<String> told = new HashSet<>();
        for (StagePlan stage : subject.plan().stages()) {
            StagePlan first = firstReader.putIfAbsent(stage.source(), stage);
            if (first != null && !first.node().equals(stage.node()) && told.add(stage.source())) {
                report.add(
                        ingressAt(stage.sourceIsInterior() ? first.node() : stage.node()),
                        "queue `%s` is read by node `%s` and by node `%s`, so both would receive and forward every message."
                                + " Give them distinct queues.",
                        Shown.name(stage.source()),
                        Shown.name(first.node()),
                        Shown.name(stage.node()));
            }
        }
        Map<String, List<Facts.IngressOwner>> elsewhere =
                subject.facts().ingressOwners().stream().collect(Collectors.groupingBy(Facts.IngressOwner::queue));
        Set<String> compared = new HashSet<>();
        for (StagePlan stage : subject.plan().stages()) {
            if (compared.add(stage.source())) {
                for (Facts.IngressOwner owner : elsewhere.getOrDefault(stage.source(), List.of())) {
                    report.add(
                            ingressAt(stage.node()),
                            "queue `%s` of node `%s` is already the source of node `%s` of graph `%s`, so both would receive and"
                                    + " forward every message. Give them distinct queues.",
                            Shown.name(stage.source()),
                            Shown.name(stage.node()),
                            Shown.name(owner.node()),
                            Shown.name(owner.graph()));
                }
            }
        }
    }

    private static String ingressAt(String node) {
        return JsonPointer.member("/nodes", node) + "/ingress";
    }

    static void queueCycle(Subject subject, Report report) {
        var graph = new Digraph();
        // all nodes of a hop share one list of destinations: joined by a junction, the work stays linear
        Map<List<DestinationPlan>, Integer> junctions = new IdentityHashMap<>();
        for (StagePlan stage : subject.plan().stages()) {
            List<DestinationPlan> destinations = stage.destinations();
            int junction = junctions.computeIfAbsent(destinations, list -> {
                int added = graph.junction();
                list.forEach(destination -> graph.edge(added, graph.vertex(destination.queue())));
                return added;
            });
            graph.edge(graph.vertex(stage.source()), junction);
        }
        boolean[] onCycle = graph.onCycle();
        Set<String> told = new HashSet<>();
        for (StagePlan stage : subject.plan().stages()) {
            // only a last hop is terminal, and it has one destination
            for (DestinationPlan destination :
                    stage.destinations().stream().limit(1).toList()) {
                if (destination.terminal()
                        && graph.isOnCycle(destination.queue(), onCycle)
                        && told.add(destination.queue())) {
                    report.add(
                            JsonPointer.member("/nodes", stage.node()) + "/egress",
                            "queue `%s`, the egress of node `%s`, leads back to itself through this graph, so relayed"
                                    + " messages would come back to the start and spend budget on every lap. Name a distinct"
                                    + " egress queue.",
                            Shown.name(destination.queue()),
                            Shown.name(stage.node()));
                }
            }
        }
    }

    /// An interior queue is fed by the paths of its graph alone. Feeding an ingress queue is how graphs are chained.
    static void egressBypass(Subject subject, Subject.NodeSubject node, Report report) {
        node.declared().egress().ifPresent(egress -> {
            String[] parts = egress.queue().split("\\.", -1);
            boolean interior = parts.length == 5
                    && parts[0].equals("gate")
                    && Names.isSegment(parts[1])
                    && Names.isSegment(parts[2])
                    && Names.isSegment(parts[3])
                    && parts[4].equals("in");
            boolean own = interior
                    && parts[1].equals(subject.document().application())
                    && parts[2].equals(subject.document().graph());
            // without such a node it is what the consumers of a v1 lane `in` pop
            if (interior && (!own || subject.node(parts[3]).isPresent())) {
                report.add(
                        node.at() + "/egress",
                        "node `%s`: egress `%s` is the interior queue of node `%s` of graph `%s/%s`. What is put there skips"
                                + " the budgets before that node, and where several paths read the queue, each takes it"
                                + " for another's and settles it without passing it on: it is charged and lost. %s",
                        node.name(),
                        Shown.name(egress.queue()),
                        parts[3],
                        parts[1],
                        parts[2],
                        own
                                ? "Let a path go on to the node, or name another queue."
                                : "Name an ingress queue of that graph, or a queue of your own that it reads by"
                                        + " `\"ingress\": {\"queue\": …}`.");
            }
        });
    }
}
