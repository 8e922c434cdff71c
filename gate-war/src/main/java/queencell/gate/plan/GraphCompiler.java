package queencell.gate.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import queencell.gate.document.Budget;
import queencell.gate.document.Cost;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Ingress;
import queencell.gate.document.Node;

/// Compiles a document into a plan (document, 7). Pure, deterministic and total: an invalid document compiles too,
/// an unknown node in a path is skipped.
public final class GraphCompiler {

    /// Width of the only roll-ups there are.
    public static final long ROLLUP_SECONDS = 60;

    private final GraphDocument document;
    private final CompileOptions options;

    private GraphCompiler(GraphDocument document, CompileOptions options) {
        this.document = document;
        this.options = options;
    }

    public static Plan compile(GraphDocument document, CompileOptions options) {
        return new GraphCompiler(document, options).plan();
    }

    /// The plan by which versions and warnings are judged.
    public static Plan compile(GraphDocument document) {
        return compile(document, CompileOptions.defaults());
    }

    private Plan plan() {
        SequencedMap<String, NodePlan> nodes = nodes();
        List<StagePlan> stages = new StageCompiler(document, nodes, options).stages();
        return new Plan(
                document.application(),
                document.graph(),
                document.version(),
                Names.namespace(document.application()),
                queues(nodes, stages),
                List.copyOf(nodes.values()),
                stages,
                document.watch().isPresent() ? OptionalLong.of(ROLLUP_SECONDS) : document.countersWindowSeconds(),
                document.maxAttempts().orElse(GraphDocument.DEFAULT_MAX_ATTEMPTS),
                document.watch());
    }

    private SequencedMap<String, NodePlan> nodes() {
        Visits visits = Visits.of(document);
        SequencedMap<String, NodePlan> nodes = new LinkedHashMap<>();
        document.nodes().forEach((name, node) -> nodes.put(name, node(name, node, visits)));
        return nodes;
    }

    private NodePlan node(String name, Node node, Visits visits) {
        String application = document.application();
        String graph = document.graph();
        SequencedMap<String, Double> shares = Sorted.copy(visits.shares(name));
        return new NodePlan(
                name,
                node.ingress().enabled() ? Optional.of(ingress(name, node.ingress())) : Optional.empty(),
                Names.interiorQueue(application, graph, name),
                node.egress().map(egress -> new EgressPlan(egress.queue(), egress.group())),
                Names.breakerKey(application, graph, name),
                cost(node.cost()),
                shares,
                document.watch().isPresent() ? List.of() : budgets(name, node, shares));
    }

    private IngressPlan ingress(String node, Ingress ingress) {
        return new IngressPlan(
                ingress.ownQueue().orElseGet(() -> Names.ingressQueue(document.application(), document.graph(), node)),
                ingress.ownQueue().isEmpty(),
                ingress.httpPush(),
                ingress.sheds() && document.watch().isEmpty(),
                ingress.declaredPartitions());
    }

    private static CostPlan cost(Cost cost) {
        var path = cost instanceof Cost.FromPayload read
                ? Optional.of(PayloadPath.of(read.path()))
                : Optional.<PayloadPath>empty();
        return new CostPlan(path, cost.byDefault().units(), cost.most().units());
    }

    private List<BudgetPlan> budgets(String node, Node declared, SequencedMap<String, Double> shares) {
        List<BudgetPlan> compiled = new ArrayList<>(declared.budgets().size());
        for (int i = 0; i < declared.budgets().size(); i++) {
            compiled.add(budget(node, declared.budgets().get(i), i, shares));
        }
        return compiled;
    }

    private BudgetPlan budget(String node, Budget budget, int index, SequencedMap<String, Double> shares) {
        String id = budget.effectiveId(index);
        return new BudgetPlan(
                id,
                budget.sharedKey()
                        .map(key -> Names.sharedKey(document.application(), key))
                        .orElseGet(() -> Names.budgetKey(document.application(), document.graph(), node, id)),
                budget.scopeBy().map(PayloadPath::of),
                budget.sharedKey(),
                budget.whenOp().map(OpPatterns::new),
                budget.confidence(),
                budget.count(),
                budget.timeMs(),
                SubWindow.of(budget.count(), budget.timeMs(), budget.subWindows()),
                shares);
    }

    /// Ingress queues by node, interior queues in stage order, egress queues by node; the first mention fixes the kind.
    private List<QueuePlan> queues(SequencedMap<String, NodePlan> nodes, List<StagePlan> stages) {
        Map<String, QueuePlan> queues = new LinkedHashMap<>();
        for (NodePlan node : nodes.values()) {
            node.ingress().ifPresent(ingress -> queues.putIfAbsent(ingress.queue(), ingressQueue(ingress)));
        }
        for (StagePlan stage : stages) {
            if (!stage.firstHop()) {
                queues.putIfAbsent(
                        stage.source(), new QueuePlan(stage.source(), QueueKind.INTERIOR, OptionalLong.empty()));
            }
        }
        for (NodePlan node : nodes.values()) {
            node.egress()
                    .ifPresent(egress -> queues.putIfAbsent(
                            egress.queue(), new QueuePlan(egress.queue(), QueueKind.EGRESS, OptionalLong.empty())));
        }
        return List.copyOf(queues.values());
    }

    private QueuePlan ingressQueue(IngressPlan ingress) {
        if (ingress.ownedByGate()) {
            return new QueuePlan(ingress.queue(), QueueKind.OWNED_INGRESS, OptionalLong.of(ingress.partitions()));
        }
        OptionalLong observed = options.observedPartitions(ingress.queue());
        return new QueuePlan(
                ingress.queue(),
                QueueKind.USER_INGRESS,
                observed.isPresent() ? observed : ingress.declaredPartitions());
    }
}
