package queencell.gate.rule;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import queencell.gate.document.GraphPath;
import queencell.gate.document.Hop;
import queencell.gate.document.Shown;

/// How nodes and paths hang together (document, 9.2).
final class ShapeRules {

    private static final int NAMES_SHOWN = 20;

    /// When one of these speaks, nothing else can be checked.
    static final List<Rule> EXISTENCE = List.of(
            Rule.graph("nodes", "a graph that enforces nothing", Example.at("/nodes", "{}", """
                                    {"door": {"ingress": true, "budgets": [{"count": 200, "timeMs": 1000}]}, \
                                    "vendor": {"budgets": [{"count": 100, "timeMs": 1000}], "egress": "acme.out"}}"""), ShapeRules::nodes)
                    .stoppingStored(),
            Rule.graph(
                            "paths",
                            "a graph that no message can enter or leave",
                            Example.at("/paths", "[]", "[{\"name\": \"main\", \"nodes\": [\"door\", \"vendor\"]}]"),
                            ShapeRules::paths)
                    .stoppingStored());

    static final List<Rule> OF_PATHS = List.of(
            Rule.path(
                    "path-length",
                    "a path that leads from nowhere to nowhere",
                    Example.at("/paths/0/nodes", "[]", "[\"door\", \"vendor\"]"),
                    ShapeRules::pathLength),
            Rule.path(
                    "fanout-branch",
                    "a fan-out whose copies would carry one id into one queue and be dropped as duplicates",
                    Example.at(
                            "",
                            fanOut("[\"door\", [\"vendor\", \"vendor\"]]"),
                            fanOut("[\"door\", [\"vendor\", \"audit\"]]")),
                    ShapeRules::fanoutBranch),
            Rule.path(
                    "fanout-terminal",
                    "a fan-out whose branches are expected to come together again, which nothing does",
                    Example.at(
                            "",
                            fanOut("[\"door\", [\"vendor\", \"audit\"], \"last\"]"),
                            fanOut("[\"door\", [\"vendor\", \"audit\"]]")),
                    ShapeRules::fanoutTerminal),
            Rule.path(
                    "path-node",
                    "a hop that cannot be compiled, so that messages would skip its budgets",
                    Example.at("/paths/0/nodes", "[\"door\", \"vendr\"]", "[\"door\", \"vendor\"]"),
                    ShapeRules::pathNode),
            Rule.path(
                    "path-entry",
                    "a path whose first hop has no queue to read from",
                    Example.at("/nodes/door/ingress", "false", "true"),
                    ShapeRules::pathEntry),
            Rule.path(
                    "path-terminal",
                    "admitted items that have no queue to go to",
                    Example.at("/nodes/vendor/egress", "null", "\"acme.mail.out\""),
                    ShapeRules::pathTerminal));

    static final List<Rule> OF_GRAPH = List.of(
            Rule.graph(
                    "acyclic",
                    "a route that comes back to a node and spends its budgets again on each lap",
                    Example.at(
                            "/paths/0/nodes", "[\"door\", \"vendor\", \"door\", \"vendor\"]", "[\"door\", \"vendor\"]"),
                    ShapeRules::acyclic),
            Rule.node(
                    "node-orphan",
                    "a limit that no message ever meets",
                    Example.at("", fanOut("[\"door\", \"vendor\"]"), fanOut("[\"door\", [\"vendor\", \"audit\"]]")),
                    ShapeRules::nodeOrphan));

    private ShapeRules() {}

    private static String fanOut(String hops) {
        return """
                {"application": "acme", "graph": "mail", "version": 1, "nodes": {\
                "door": {"ingress": true, "budgets": [{"count": 200, "timeMs": 1000}]}, \
                "vendor": {"budgets": [{"count": 100, "timeMs": 1000}], "egress": "acme.mail.out"}, \
                "audit": {"budgets": [{"count": 100, "timeMs": 1000}], "egress": "acme.mail.audit"}}, \
                "paths": [{"name": "main", "nodes": %s}]}""".formatted(hops);
    }

    static void nodes(Subject subject, Report report) {
        if (subject.document().nodes().isEmpty()) {
            report.add("/nodes", "`nodes` is empty, so there is nothing to enforce. Declare at least one node.");
        }
    }

    static void paths(Subject subject, Report report) {
        if (!subject.document().nodes().isEmpty() && subject.document().paths().isEmpty()) {
            report.add(
                    "/paths",
                    "`paths` is empty, so no message can enter or leave. Declare at least one path from an ingress to an"
                            + " egress.");
        }
    }

    static void pathLength(Subject subject, Subject.PathSubject path, Report report) {
        if (path.declared().hops().isEmpty()) {
            report.add(
                    path.at() + "/nodes",
                    "path `%s` has no element, so it has neither an entry nor an exit. Name its hops.",
                    path.name());
        }
    }

    static void fanoutBranch(Subject subject, Subject.PathSubject path, Report report) {
        forEachFanOut(path, (fanOut, hop) -> {
            if (fanOut.nodes().size() < 2) {
                report.add(
                        at(path, hop),
                        "path `%s`, hop %d: a fan-out of %d is none. Name at least two distinct nodes, or one node"
                                + " without the brackets.",
                        path.name(),
                        hop,
                        fanOut.nodes().size());
            }
            Set<String> seen = new HashSet<>();
            for (int branch = 0; branch < fanOut.nodes().size(); branch++) {
                if (!seen.add(fanOut.nodes().get(branch))) {
                    report.add(
                            at(path, hop) + "/" + branch,
                            "path `%s`, hop %d: node `%s` is named twice, so both copies would carry one id into one"
                                    + " queue and one of them be dropped as a duplicate. Name at least two distinct nodes.",
                            path.name(),
                            hop,
                            Shown.name(fanOut.nodes().get(branch)));
                }
            }
        });
    }

    static void fanoutTerminal(Subject subject, Subject.PathSubject path, Report report) {
        int last = path.declared().hops().size() - 1;
        forEachFanOut(path, (fanOut, hop) -> {
            if (fanOut.nodes().size() >= 2 && hop < last) {
                report.add(
                        at(path, hop),
                        "path `%s`, hop %d: the branches %s go on independently and are not joined again, so a fan-out is"
                                + " the last element. Give each branch a path of its own.",
                        path.name(),
                        hop,
                        listed(fanOut.nodes()));
            }
        });
    }

    static void pathNode(Subject subject, Subject.PathSubject path, Report report) {
        forEachMention(path.declared(), (node, hop, at) -> {
            if (subject.node(node).isEmpty()) {
                report.add(
                        path.at() + at,
                        "path `%s` names node `%s`, which is not declared, so the hop cannot be compiled. Declare it or"
                                + " correct the name; declared are %s.",
                        path.name(),
                        Shown.name(node),
                        listed(subject.document().nodes().keySet()));
            }
        });
    }

    static void pathEntry(Subject subject, Subject.PathSubject path, Report report) {
        forEachMention(path.declared(), (name, hop, at) -> {
            if (hop > 0) {
                return;
            }
            subject.node(name).ifPresent(node -> {
                if (!node.declared().ingress().enabled()) {
                    report.add(
                            node.at() + "/ingress",
                            "path `%s` starts at node `%s`, which has no ingress, so there is no queue to read the first"
                                    + " hop from. Give the node an ingress (`\"ingress\": true`), or start the path elsewhere.",
                            path.name(),
                            node.name());
                }
            });
        });
    }

    static void pathTerminal(Subject subject, Subject.PathSubject path, Report report) {
        int last = path.declared().hops().size() - 1;
        forEachMention(path.declared(), (name, hop, at) -> {
            if (hop < last) {
                return;
            }
            subject.node(name).ifPresent(node -> {
                if (node.declared().egress().isEmpty()) {
                    report.add(
                            node.at() + "/egress",
                            "path `%s` ends at node `%s`, which has no egress, so admitted items would have no queue to go"
                                    + " to. Name the queue your workers pop, e.g. `\"egress\": \"%s.%s.out\"`.",
                            path.name(),
                            node.name(),
                            Shown.name(subject.document().application()),
                            Shown.name(subject.document().graph()));
                }
            });
        });
    }

    /// Over the union of all paths, so that two paths `a→b` and `b→a` are refused although no message could loop:
    /// that refusal is public behaviour.
    static void acyclic(Subject subject, Report report) {
        var graph = new Digraph();
        Map<String, String> firstMention = new HashMap<>();
        for (Subject.PathSubject path : subject.paths()) {
            List<Integer> before = List.of();
            for (int hop = 0; hop < path.declared().hops().size(); hop++) {
                List<String> names = path.declared().hops().get(hop).nodes();
                List<Integer> here =
                        names.stream().distinct().map(graph::vertex).toList();
                graph.edges(before, here);
                if (hop > 0) {
                    String at = at(path, hop);
                    names.forEach(name -> firstMention.putIfAbsent(name, at));
                }
                before = here;
            }
        }
        List<String> cycle = graph.anyCycle();
        if (!cycle.isEmpty()) {
            report.add(
                    firstMention.get(cycle.getFirst()),
                    "the paths lead in a circle: %s. A route that returns to a node spends its budgets again on each lap."
                            + " Break the loop, or declare the way back as a graph of its own.",
                    cycle.stream()
                            .limit(NAMES_SHOWN)
                            .map(name -> "`" + Shown.name(name) + "`")
                            .collect(Collectors.joining(" -> ")));
        }
    }

    static void nodeOrphan(Subject subject, Subject.NodeSubject node, Report report) {
        if (subject.visits().of(node.key()).isEmpty()) {
            report.add(
                    node.at(),
                    "node `%s` is in no path, so no message can ever reach it. Use it in a path or remove it.",
                    node.name());
        }
    }

    static String listed(java.util.Collection<String> names) {
        String shown = names.stream()
                .limit(NAMES_SHOWN)
                .map(name -> "`" + Shown.name(name) + "`")
                .collect(Collectors.joining(", "));
        return names.size() > NAMES_SHOWN ? shown + " and " + (names.size() - NAMES_SHOWN) + " more" : shown;
    }

    private static String at(Subject.PathSubject path, int hop) {
        return path.at() + "/nodes/" + hop;
    }

    @FunctionalInterface
    interface FanOutVisitor {
        void visit(Hop.FanOut fanOut, int hop);
    }

    static void forEachFanOut(Subject.PathSubject path, FanOutVisitor visitor) {
        for (int hop = 0; hop < path.declared().hops().size(); hop++) {
            if (path.declared().hops().get(hop) instanceof Hop.FanOut fanOut) {
                visitor.visit(fanOut, hop);
            }
        }
    }

    @FunctionalInterface
    private interface MentionVisitor {
        /// @param at pointer below the path
        void visit(String node, int hop, String at);
    }

    private static void forEachMention(GraphPath path, MentionVisitor visitor) {
        for (int hop = 0; hop < path.hops().size(); hop++) {
            switch (path.hops().get(hop)) {
                case Hop.Single single -> visitor.visit(single.node(), hop, "/nodes/" + hop);
                case Hop.FanOut fanOut -> {
                    for (int branch = 0; branch < fanOut.nodes().size(); branch++) {
                        visitor.visit(fanOut.nodes().get(branch), hop, "/nodes/" + hop + "/" + branch);
                    }
                }
            }
        }
    }
}
