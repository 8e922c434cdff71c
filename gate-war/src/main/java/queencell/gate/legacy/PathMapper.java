package queencell.gate.legacy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import queencell.gate.document.GraphPath;
import queencell.gate.document.Hop;
import queencell.gate.document.NameOrder;
import queencell.gate.document.Shown;
import queencell.gate.plan.Names;

/// Maps lanes and edges to paths (document, 12.3 and 12.5).
final class PathMapper {

    private static final int LONGEST_CHAIN = 32;

    private final Notes notes;

    PathMapper(Notes notes) {
        this.notes = notes;
    }

    /// The paths of one entry: one per lane, or one named after the node.
    ///
    /// @param byRank give the lanes falling priorities; otherwise all get `priority`
    List<GraphPath> ofEntry(String node, LegacyNode v1, List<String> chain, long priority, boolean byRank) {
        List<Hop> hops = chain.stream().<Hop>map(Hop.Single::new).toList();
        if (v1.lanes().size() < 2) {
            noteSoleLane(node, v1);
            return List.of(new GraphPath(node, priority, OptionalDouble.of(1.0), hops));
        }
        List<GraphPath> paths = new ArrayList<>();
        double least = 1.0;
        for (int i = 0; i < v1.lanes().size(); i++) {
            LegacyLane lane = v1.lanes().get(i);
            double share = i == 0 ? 1.0 : Math.min(least, LegacyArithmetic.share(lane, v1));
            noteCap(lane, v1, i, share);
            least = share;
            paths.add(new GraphPath(lane.name(), byRank ? i : priority, OptionalDouble.of(share), hops));
        }
        notes.add(
                MigrationNote.LANES,
                v1.at() + "/lanes",
                "node `%s`: its %d lanes became paths with shares %s. Lanes divided a ceiling, a path's share caps one; and"
                        + " every path gets every message. If the lanes carried different traffic, give each its own ingress.",
                Shown.name(node),
                paths.size(),
                paths.stream()
                        .limit(20)
                        .map(path -> "`" + Shown.name(path.name()) + "` "
                                + Shown.number(path.share().orElseThrow()))
                        .collect(Collectors.joining(", ")));
        return paths;
    }

    private void noteSoleLane(String node, LegacyNode v1) {
        if (v1.lanes().isEmpty()) {
            return;
        }
        LegacyLane lane = v1.lanes().getFirst();
        notes.add(
                MigrationNote.LANES,
                v1.at() + "/lanes",
                "node `%s`: its one lane `%s` became path `%1$s` with share 1.",
                Shown.name(node),
                Shown.name(lane.name()));
        noteCap(lane, v1, 0, 1.0);
    }

    private void noteCap(LegacyLane lane, LegacyNode v1, int position, double share) {
        boolean whole = lane.cap() instanceof LegacyLane.Cap.Ceiling || lane.cap() instanceof LegacyLane.Cap.Share;
        boolean lowered = position > 0 && share < LegacyArithmetic.share(lane, v1);
        if (whole && lane.floor() == 0 && !lowered) {
            return;
        }
        String cap = switch (lane.cap()) {
            case LegacyLane.Cap.Ceiling ceiling -> "`ceiling`";
            case LegacyLane.Cap.Share part -> "`share` " + Shown.number(part.fraction());
            case LegacyLane.Cap.Absolute rate -> "`absolute` " + Shown.number(rate.perSecond()) + " per second";
            case LegacyLane.Cap.CeilingMinusMeasured measured -> "`ceiling-minus-measured`";
        };
        notes.add(
                MigrationNote.LANE_CAP,
                lane.at() + "/cap",
                "lane `%s`: cap %s with floor %s became share %s%s.",
                Shown.name(lane.name()),
                cap,
                Shown.number(lane.floor()),
                Shown.number(share),
                position == 0
                        ? ", because the first path must reach the top of the counter"
                        : lowered
                                ? ", lowered to the share of the lane before it, because a less important path may not get"
                                        + " more"
                                : "; a share is fixed, nothing is measured any more");
    }

    /// One chain per entry: the first edge out of each node, until a node comes again.
    List<GraphPath> ofGraph(LegacyGraph v1) {
        Map<String, LegacyGraph.Edge> firstEdge = new HashMap<>();
        v1.edges().forEach(edge -> firstEdge.putIfAbsent(edge.from(), edge));
        List<GraphPath> paths = new ArrayList<>();
        Map<GraphPath, String> entries = new IdentityHashMap<>();
        v1.nodes().keySet().stream().sorted(NameOrder.BYTES).forEach(name -> {
            LegacyNode node = v1.nodes().get(name);
            if (node.entry()) {
                LegacyGraph.Edge first = firstEdge.get(name);
                for (GraphPath path :
                        ofEntry(name, node, chain(name, firstEdge), first == null ? 0 : first.priority(), false)) {
                    paths.add(path);
                    entries.put(path, name);
                }
            } else if (!node.lanes().isEmpty()) {
                notes.add(
                        MigrationNote.LANES,
                        node.at() + "/lanes",
                        "node `%s` is no entry, so its %d lanes name only the queue that is consumed.",
                        Shown.name(name),
                        node.lanes().size());
            }
        });
        if (!v1.edges().isEmpty()) {
            notes.add(
                    MigrationNote.EDGES,
                    "/edges",
                    "%d edges became %d paths: one chain per entry, along the first edge out of each node; further edges were"
                            + " dropped. A path's priority is that of its entry's first edge, and decides capacity now, not who"
                            + " overtakes.",
                    v1.edges().size(),
                    paths.size());
        }
        return distinct(paths, entries);
    }

    private static List<String> chain(String entry, Map<String, LegacyGraph.Edge> firstEdge) {
        SequencedSet<String> chain = new LinkedHashSet<>(List.of(entry));
        LegacyGraph.Edge edge = firstEdge.get(entry);
        while (edge != null && chain.size() <= LONGEST_CHAIN && chain.add(edge.to())) {
            edge = firstEdge.get(edge.to());
        }
        return List.copyOf(chain);
    }

    /// Lanes of different entries may have one name, paths may not.
    private List<GraphPath> distinct(List<GraphPath> paths, Map<GraphPath, String> entries) {
        Map<String, LinkedHashSet<String>> entriesOf = new HashMap<>();
        paths.forEach(path -> entriesOf
                .computeIfAbsent(path.name(), name -> new LinkedHashSet<>())
                .add(entries.get(path)));
        List<GraphPath> distinct = new ArrayList<>();
        for (GraphPath path : paths) {
            String entry = entries.get(path);
            // an entry that is no name is refused, and would be written out again for each of its lanes
            if (entriesOf.get(path.name()).size() == 1 || path.name().equals(entry) || !Names.isSegment(entry)) {
                distinct.add(path);
                continue;
            }
            String renamed = entry + "-" + path.name();
            notes.add(
                    MigrationNote.LANES,
                    "/nodes",
                    "lane `%s` of node `%s` became path `%s`, because another entry has a lane of that name.",
                    Shown.name(path.name()),
                    Shown.name(entry),
                    Shown.name(renamed));
            distinct.add(new GraphPath(renamed, path.priority(), path.share(), path.hops()));
        }
        return distinct;
    }
}
