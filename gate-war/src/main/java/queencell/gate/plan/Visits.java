package queencell.gate.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.GraphPath;
import queencell.gate.document.Hop;

/// Which paths visit which node, and with what share (document, 5.5).
public final class Visits {

    private final Map<String, List<GraphPath>> byNode;

    private Visits(Map<String, List<GraphPath>> byNode) {
        this.byNode = byNode;
    }

    /// Over all paths, at any hop, also inside a fan-out.
    public static Visits of(GraphDocument document) {
        Map<String, List<GraphPath>> byNode = new HashMap<>();
        for (GraphPath path : document.paths()) {
            Set<String> visited = new HashSet<>();
            for (Hop hop : path.hops()) {
                for (String node : hop.nodes()) {
                    if (visited.add(node)) {
                        byNode.computeIfAbsent(node, name -> new ArrayList<>()).add(path);
                    }
                }
            }
        }
        return new Visits(byNode);
    }

    /// The visiting paths in declared order.
    public List<GraphPath> of(String node) {
        return byNode.getOrDefault(node, List.of());
    }

    /// Effective share per path name. A path alone at a node gets all of it, whatever it declares: a fraction that
    /// nobody else can use would be lost.
    public SequencedMap<String, Double> shares(String node) {
        List<GraphPath> visiting = of(node);
        SequencedMap<String, Double> shares = new LinkedHashMap<>();
        if (visiting.size() == 1) {
            shares.put(visiting.getFirst().name(), 1.0);
            return shares;
        }
        Map<Long, Double> byRank = sharesByRank(visiting);
        for (GraphPath path : visiting) {
            shares.put(path.name(), path.share().orElseGet(() -> byRank.get(path.priority())));
        }
        return shares;
    }

    /// Three ranks get 1, 2/3 and 1/3.
    private static Map<Long, Double> sharesByRank(List<GraphPath> visiting) {
        var priorities = new TreeSet<Long>();
        visiting.forEach(path -> priorities.add(path.priority()));
        Map<Long, Double> shares = new HashMap<>();
        int ranks = priorities.size();
        int rank = 0;
        for (long priority : priorities) {
            shares.put(priority, (double) (ranks - rank) / ranks);
            rank++;
        }
        return shares;
    }
}
