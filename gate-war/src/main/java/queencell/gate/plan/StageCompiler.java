package queencell.gate.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.GraphPath;
import queencell.gate.document.Hop;
import queencell.gate.document.Ingress;
import queencell.gate.document.Node;

/// One stage per path, hop and node, with the facts that only all stages together tell (document, 7.2 to 7.5).
final class StageCompiler {

    private final GraphDocument document;
    private final Map<String, NodePlan> nodes;
    private final CompileOptions options;

    StageCompiler(GraphDocument document, Map<String, NodePlan> nodes, CompileOptions options) {
        this.document = document;
        this.nodes = nodes;
        this.options = options;
    }

    /// The nodes of one hop and what all of them push into, before it is known who else reads and writes the queues.
    ///
    /// @param pushes empty at the last hop, where each node pushes into its own egress
    private record Draft(GraphPath path, int hop, List<NodePlan> nodes, List<Push> pushes, boolean last) {}

    private record Push(String node, String queue, String label) {}

    List<StagePlan> stages() {
        List<Draft> drafts = drafts();
        Map<String, Integer> readers = new HashMap<>();
        Map<String, Integer> pushers = new HashMap<>();
        for (Draft draft : drafts) {
            draft.nodes().forEach(node -> readers.merge(source(draft, node), 1, Integer::sum));
            draft.pushes()
                    .forEach(push -> pushers.merge(push.queue(), draft.nodes().size(), Integer::sum));
            if (draft.last()) {
                draft.nodes().stream()
                        .flatMap(node -> node.egress().stream())
                        .forEach(egress -> pushers.merge(egress.queue(), 1, Integer::sum));
            }
        }
        Set<String> owned = new HashSet<>();
        List<StagePlan> stages = new ArrayList<>();
        for (Draft draft : drafts) {
            // one list for all nodes of the hop: a wide fan-out into a wide fan-out must not cost their product. Each
            // stage takes it by List.copyOf, which keeps a list of its own making and would copy that of a stream
            List<DestinationPlan> next = List.copyOf(draft.pushes().stream()
                    .map(push -> destination(push, draft.pushes().size(), readers, pushers))
                    .toList());
            for (NodePlan node : draft.nodes()) {
                List<DestinationPlan> destinations = draft.last() ? terminal(draft.path(), node, readers) : next;
                stages.add(stage(draft, node, destinations, readers, owned.add(source(draft, node))));
            }
        }
        return stages;
    }

    private List<Draft> drafts() {
        List<Draft> drafts = new ArrayList<>();
        for (GraphPath path : document.paths()) {
            List<NodePlan> nodesHere =
                    path.hops().isEmpty() ? List.of() : known(path.hops().getFirst());
            for (int hop = 0; hop < path.hops().size(); hop++) {
                boolean last = hop + 1 == path.hops().size();
                List<NodePlan> nodesNext = last ? List.of() : known(path.hops().get(hop + 1));
                drafts.add(new Draft(path, hop, nodesHere, pushes(path, nodesNext), last));
                nodesHere = nodesNext;
            }
        }
        return drafts;
    }

    private List<NodePlan> known(Hop hop) {
        List<NodePlan> known = new ArrayList<>();
        for (String name : hop.nodes()) {
            NodePlan node = nodes.get(name);
            if (node != null) {
                known.add(node);
            }
        }
        return known;
    }

    private List<Push> pushes(GraphPath path, List<NodePlan> next) {
        return next.stream()
                .map(node -> new Push(
                        node.name(),
                        node.interiorQueue(),
                        Names.hopLabel(document.application(), document.graph(), path.name(), node.name())))
                .toList();
    }

    private static String source(Draft draft, NodePlan node) {
        // a first hop without ingress is refused; it reads the interior queue so that compiling stays total
        return draft.hop() == 0
                ? node.ingress().map(IngressPlan::queue).orElse(node.interiorQueue())
                : node.interiorQueue();
    }

    private List<DestinationPlan> terminal(GraphPath path, NodePlan node, Map<String, Integer> readers) {
        return node.egress()
                .map(egress -> List.of(new DestinationPlan(
                        node.name(),
                        egress.queue(),
                        Names.terminalLabel(document.application(), document.graph(), path.name(), node.name()),
                        true,
                        readers.getOrDefault(egress.queue(), 0) > 1,
                        true)))
                .orElse(List.of());
    }

    private static DestinationPlan destination(
            Push push, int branches, Map<String, Integer> readers, Map<String, Integer> pushers) {
        boolean derives = branches > 1 || pushers.get(push.queue()) > 1;
        boolean stamped = readers.getOrDefault(push.queue(), 0) > 1;
        return new DestinationPlan(push.node(), push.queue(), push.label(), derives, stamped, false);
    }

    private StagePlan stage(
            Draft draft,
            NodePlan node,
            List<DestinationPlan> destinations,
            Map<String, Integer> readers,
            boolean firstReader) {
        double share = node.shares().get(draft.path().name());
        String source = source(draft, node);
        boolean interior = source.equals(node.interiorQueue());
        return new StagePlan(
                draft.path().name(),
                node.name(),
                draft.hop(),
                draft.path().priority(),
                share,
                source,
                interior,
                Names.group(
                        document.application(), document.graph(), draft.path().name(), node.name()),
                interior ? Seed.TAIL : Seed.HEAD,
                batch(node, share),
                concurrency(node, share, source),
                draft.hop() > 0 && readers.get(source) > 1,
                firstReader,
                destinations);
    }

    /// What one sub-window admits, so that a claim is settled as a whole: a prefix leaves its partition parked for a
    /// lease (document, 7.4).
    private long batch(NodePlan node, double share) {
        long batch = Math.clamp(declared(node).batch().orElse(options.batch()), 1, CompileOptions.MAX_BATCH);
        long cost = Math.max(1, node.cost().byDefault());
        for (BudgetPlan rate : node.budgets()) {
            if (rate.nodeWideRate()) {
                batch = Math.min(batch, Math.max(1, rate.window().ceiling(share) / cost));
            }
        }
        return batch;
    }

    /// Draining above the ceiling is useless, so the ceiling sizes the worker pool (document, 7.5).
    private long concurrency(NodePlan node, double share, String source) {
        OptionalLong declared = declared(node).concurrency();
        if (declared.isPresent()) {
            return Math.max(1, declared.getAsLong());
        }
        return Math.max(1, options.concurrency().orElseGet(() -> derived(node, share, source)));
    }

    private long derived(NodePlan node, double share, String source) {
        if (document.watch().isPresent()) {
            return partitions(node, source);
        }
        long workers = Long.MAX_VALUE;
        boolean rated = false;
        for (BudgetPlan rate : node.budgets()) {
            if (rate.nodeWideRate()) {
                rated = true;
                workers = Math.min(workers, workersFor(rate, share));
            }
        }
        return rated ? Math.clamp(workers, 1, partitions(node, source)) : 1;
    }

    private long workersFor(BudgetPlan rate, double share) {
        long ceiling = rate.window().ceiling(share);
        long perWorker = rate.window().seconds() > Long.MAX_VALUE / options.laneCapacity()
                ? Long.MAX_VALUE
                : rate.window().seconds() * options.laneCapacity();
        return Math.ceilDiv(ceiling, perWorker);
    }

    private long partitions(NodePlan node, String source) {
        return options.observedPartitions(source)
                .orElse(declared(node).ingress().declaredPartitions().orElse(Ingress.DEFAULT_PARTITIONS));
    }

    private Node declared(NodePlan node) {
        return document.nodes().get(node.name());
    }
}
