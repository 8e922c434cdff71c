package queencell.gate.rule;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import queencell.gate.document.Shown;
import queencell.gate.plan.Names;

/// Names are spliced into queue names, consumer groups and keys (document, 2 and 9.2).
final class NamingRules {

    private static final String GRAMMAR =
            "one segment of 1 to 63 characters `a-z`, `0-9` and `-` that does not start with `-`";

    static final List<Rule> RULES = List.of(
            Rule.graph(
                            "application",
                            "an application whose name would tear the queue names and keys it is part of",
                            Example.at("/application", "\"Acme Corp\"", "\"acme-corp\""),
                            NamingRules::application)
                    .stoppingStored(),
            Rule.graph(
                            "graph-name",
                            "a graph whose name would be read as several parts of a queue name",
                            Example.at("/graph", "\"mail.eu\"", "\"mail-eu\""),
                            NamingRules::graphName)
                    .stoppingStored(),
            Rule.graph(
                            "node-name",
                            "a node that no queue can be named after",
                            Example.at("", """
                                    {"application": "acme", "graph": "mail", "version": 1, "nodes": {"Limit": \
                                    {"ingress": true, "budgets": [{"count": 100, "timeMs": 1000}], "egress": "out"}}, \
                                    "paths": [{"name": "main", "nodes": ["Limit"]}]}""", """
                                    {"application": "acme", "graph": "mail", "version": 1, "nodes": {"limit": \
                                    {"ingress": true, "budgets": [{"count": 100, "timeMs": 1000}], "egress": "out"}}, \
                                    "paths": [{"name": "main", "nodes": ["limit"]}]}"""),
                            NamingRules::nodeName)
                    .stoppingStored(),
            Rule.graph(
                            "path-name",
                            "two paths in one consumer group, each of which would see only part of the messages",
                            Example.at("/paths/0/name", "\"-main\"", "\"main\""),
                            NamingRules::pathName)
                    .stoppingStored());

    private NamingRules() {}

    static void application(Subject subject, Report report) {
        String name = subject.document().application();
        if (!Names.isSegment(name)) {
            report.add(
                    "/application",
                    "application `%s` is no name: it is spliced into queue names and store keys, where anything else"
                            + " would be read as another name. Use %s.",
                    Shown.name(name),
                    GRAMMAR);
        }
    }

    static void graphName(Subject subject, Report report) {
        String name = subject.document().graph();
        if (!Names.isSegment(name)) {
            report.add(
                    "/graph",
                    "graph `%s` is no name: dots separate the parts of generated queue names, so a graph is one part."
                            + " Use %s.",
                    Shown.name(name),
                    GRAMMAR);
        }
    }

    static void nodeName(Subject subject, Report report) {
        for (Subject.NodeSubject node : subject.nodes()) {
            if (!Names.isSegment(node.key())) {
                report.add(node.at(), "node `%s` is no name: a queue is named after it. Use %s.", node.name(), GRAMMAR);
                continue;
            }
            String queue = node.plan().interiorQueue();
            int bytes = Names.utf8Length(queue);
            if (bytes > Names.MAX_NAME_BYTES) {
                report.add(
                        node.at(),
                        "node `%s`: its queue would be `%s`, %d bytes, and at most %d are allowed, because the broker"
                                + " builds longer names on it. Shorten the node or the graph by %d.",
                        node.name(),
                        Shown.text(queue, 300),
                        bytes,
                        Names.MAX_NAME_BYTES,
                        bytes - Names.MAX_NAME_BYTES);
            }
        }
    }

    static void pathName(Subject subject, Report report) {
        Set<String> taken = new HashSet<>();
        for (Subject.PathSubject path : subject.paths()) {
            if (!Names.isSegment(path.declared().name())) {
                report.add(
                        path.at() + "/name",
                        "path `%s` is no name: consumer groups are named after it. Use %s.",
                        path.name(),
                        GRAMMAR);
            }
            if (!taken.add(path.declared().name())) {
                report.add(
                        path.at() + "/name",
                        "path `%s` is declared twice: equal names give equal consumer groups, so each path would see"
                                + " only part of the messages. Rename one.",
                        path.name());
            }
        }
    }
}
