package queencell.gate.rule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import queencell.gate.document.Budget;
import queencell.gate.document.Cost;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.GraphPath;
import queencell.gate.document.JsonPointer;
import queencell.gate.document.Node;
import queencell.gate.document.Shown;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.Plan;
import queencell.gate.plan.Visits;

/// What the rules look at: the document, the plan that would be started, the facts, and indexes over them that keep
/// every rule linear.
final class Subject {

    private final GraphDocument document;
    private final Plan plan;
    private final Facts facts;
    private final Visits visits;
    private final List<PathSubject> paths;
    private final Map<String, NodeSubject> nodes;
    private final Map<String, SharedUse> firstUseOfSharedKey;
    private final Map<String, List<Facts.EgressOwner>> egressOwners;
    private final Map<String, List<Facts.SharedBudget>> sharedBudgets;

    /// A path and where it stands.
    record PathSubject(GraphPath declared, String at) {
        String name() {
            return Shown.name(declared.name());
        }
    }

    /// A node, declared and compiled.
    ///
    /// @param name as it may stand in a message
    /// @param plan of the started plan; without budgets in Watch
    /// @param budgets also in Watch, where they are candidates
    record NodeSubject(String key, String name, String at, Node declared, NodePlan plan, List<BudgetSubject> budgets) {

        /// Where the most an item may cost is written.
        String costMaxAt() {
            return declared.cost() instanceof Cost.FromPayload ? at + "/cost/max" : at + "/cost";
        }
    }

    /// @param name as it may stand in a message
    /// @param repeats an earlier budget of the node has the same id
    /// @param firstShared the first use of its shared key, when that is another budget
    record BudgetSubject(
            String name,
            String at,
            Budget declared,
            BudgetPlan plan,
            boolean repeats,
            Optional<SharedUse> firstShared) {}

    /// Where a shared key is used for the first time: nodes by name, then list order.
    record SharedUse(String node, String budget, BudgetPlan plan) {}

    Subject(GraphDocument document, Plan plan, Facts facts) {
        this.document = document;
        this.plan = plan;
        this.facts = facts;
        this.visits = Visits.of(document);
        this.paths = paths(document);
        this.egressOwners = facts.egressOwners().stream().collect(Collectors.groupingBy(Facts.EgressOwner::queue));
        this.sharedBudgets =
                facts.sharedBudgets().stream().collect(Collectors.groupingBy(Facts.SharedBudget::sharedKey));
        this.firstUseOfSharedKey = new HashMap<>();
        // in Watch nothing is enforced, and the budgets are checked as the candidates they are (document, 10)
        this.nodes = nodeSubjects(document.watch().isPresent() ? GraphCompiler.compile(document.withoutWatch()) : plan);
    }

    GraphDocument document() {
        return document;
    }

    Plan plan() {
        return plan;
    }

    Facts facts() {
        return facts;
    }

    Visits visits() {
        return visits;
    }

    List<PathSubject> paths() {
        return paths;
    }

    Iterable<NodeSubject> nodes() {
        return nodes.values();
    }

    /// Empty when no such node is declared.
    Optional<NodeSubject> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    List<String> otherGraphsPushingTo(String queue) {
        return egressOwners.getOrDefault(queue, List.of()).stream()
                .map(Facts.EgressOwner::graph)
                .toList();
    }

    List<Facts.SharedBudget> sharedElsewhere(String sharedKey) {
        return sharedBudgets.getOrDefault(sharedKey, List.of());
    }

    boolean watching() {
        return document.watch().isPresent();
    }

    private static List<PathSubject> paths(GraphDocument document) {
        List<PathSubject> paths = new ArrayList<>(document.paths().size());
        for (int i = 0; i < document.paths().size(); i++) {
            paths.add(new PathSubject(document.paths().get(i), "/paths/" + i));
        }
        return paths;
    }

    private Map<String, NodeSubject> nodeSubjects(Plan candidates) {
        Map<String, NodeSubject> subjects = new LinkedHashMap<>();
        for (int i = 0; i < plan.nodes().size(); i++) {
            NodePlan started = plan.nodes().get(i);
            String at = JsonPointer.member("/nodes", started.name());
            Node declared = document.nodes().get(started.name());
            String shown = Shown.name(started.name());
            subjects.put(
                    started.name(),
                    new NodeSubject(
                            started.name(),
                            shown,
                            at,
                            declared,
                            started,
                            budgets(shown, at, declared, candidates.nodes().get(i))));
        }
        return subjects;
    }

    private List<BudgetSubject> budgets(String node, String at, Node declared, NodePlan candidate) {
        List<BudgetSubject> subjects = new ArrayList<>(declared.budgets().size());
        Map<String, Integer> ids = new HashMap<>();
        for (int i = 0; i < declared.budgets().size(); i++) {
            BudgetPlan plan = candidate.budgets().get(i);
            String name = Shown.name(plan.id());
            boolean repeats = ids.putIfAbsent(plan.id(), i) != null;
            subjects.add(new BudgetSubject(
                    name,
                    at + "/budgets/" + i,
                    declared.budgets().get(i),
                    plan,
                    repeats,
                    earlierUse(node, name, plan)));
        }
        return subjects;
    }

    private Optional<SharedUse> earlierUse(String node, String budget, BudgetPlan plan) {
        return plan.sharedKey().map(key -> firstUseOfSharedKey.putIfAbsent(key, new SharedUse(node, budget, plan)));
    }
}
