package queencell.gate.rule;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.GraphPath;
import queencell.gate.document.JsonPointer;
import queencell.gate.document.Shown;
import queencell.gate.plan.Names;

/// Names are spliced into queue names, consumer groups and keys (document, 2 and 9.2).
final class NamingRules {

    private static final String GRAMMAR =
            "one segment of 1 to 63 characters `a-z`, `0-9` and `-` that does not start with `-`";

    private static final int SHOWN = 300;

    static final List<Rule> RULES = List.of(
            Rule.document(
                            "application",
                            "an application whose name would tear the queue names and keys it is part of",
                            Example.at("/application", "\"Acme Corp\"", "\"acme-corp\""),
                            NamingRules::application)
                    .stoppingStored(),
            Rule.document(
                            "graph-name",
                            "a graph whose name would be read as several parts of a queue name",
                            Example.at("/graph", "\"mail.eu\"", "\"mail-eu\""),
                            NamingRules::graphName)
                    .stoppingStored(),
            Rule.document(
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
            Rule.document(
                            "path-name",
                            "two paths in one consumer group, each of which would see only part of the messages",
                            Example.at("/paths/0/name", "\"-main\"", "\"main\""),
                            NamingRules::pathName)
                    .stoppingStored(),
            Rule.document(
                    "queue-name",
                    "a queue that cannot be read from, or one whose items all end as dead letters",
                    Example.at("/nodes/vendor/egress", '"' + "q".repeat(256) + '"', '"' + "q".repeat(255) + '"'),
                    NamingRules::queueName));

    private NamingRules() {}

    static void application(GraphDocument document, Report report) {
        String name = document.application();
        if (!Names.isSegment(name)) {
            report.add(
                    "/application",
                    "application `%s` is no name: it is spliced into queue names and store keys, where anything else"
                            + " would be read as another name. Use %s.",
                    Shown.name(name),
                    GRAMMAR);
        }
    }

    static void graphName(GraphDocument document, Report report) {
        String name = document.graph();
        if (!Names.isSegment(name)) {
            report.add(
                    "/graph",
                    "graph `%s` is no name: dots separate the parts of generated queue names, so a graph is one part."
                            + " Use %s.",
                    Shown.name(name),
                    GRAMMAR);
        }
    }

    static void nodeName(GraphDocument document, Report report) {
        // shown only, and the same for all nodes: whole, a name of a megabyte would be copied for each of them
        String application = beginning(document.application());
        String graph = beginning(document.graph());
        int bytesOfOthers = Names.utf8Length(Names.interiorQueue(document.application(), document.graph(), ""));
        for (String node : document.nodes().keySet()) {
            String at = at(node);
            if (!Names.isSegment(node)) {
                report.add(at, "node `%s` is no name: a queue is named after it. Use %s.", Shown.name(node), GRAMMAR);
                continue;
            }
            int bytes = bytesOfOthers + Names.utf8Length(node);
            if (bytes > Names.MAX_NAME_BYTES) {
                report.add(
                        at,
                        "node `%s`: its queue would be `%s`, %d bytes, and at most %d are allowed, because the broker"
                                + " builds longer names on it. Shorten the node or the graph by %d.",
                        node,
                        Shown.text(Names.interiorQueue(application, graph, node), SHOWN),
                        bytes,
                        Names.MAX_NAME_BYTES,
                        bytes - Names.MAX_NAME_BYTES);
            }
        }
    }

    private static String beginning(String name) {
        return name.substring(0, Math.min(name.length(), SHOWN));
    }

    /// Names of the application's own. Those that Gate makes of segments are shorter (document, 2).
    static void queueName(GraphDocument document, Report report) {
        document.nodes().forEach((name, node) -> {
            node.ingress()
                    .ownQueue()
                    .ifPresent(queue -> brokerName(
                            name, "/ingress/queue", "ingress queue", queue, "nothing could be read from it", report));
            node.egress().ifPresent(egress -> {
                brokerName(
                        name,
                        egress.described() ? "/egress/queue" : "/egress",
                        "egress queue",
                        egress.queue(),
                        "every admitted item would end as a dead letter",
                        report);
                egress.group()
                        .ifPresent(group -> brokerName(
                                name,
                                "/egress/group",
                                "consumer group",
                                group,
                                "nobody could tell how much waits for it",
                                report));
            });
        });
    }

    private static void brokerName(
            String node, String field, String what, String name, String consequence, Report report) {
        int bytes = Names.utf8Length(name);
        if (bytes > Names.MAX_BROKER_NAME_BYTES) {
            report.add(
                    at(node) + field,
                    "node `%s`: %s `%s` is %d bytes long, and at most %d are allowed, because the broker stores no longer"
                            + " name: %s. Shorten it by %d.",
                    Shown.name(node),
                    what,
                    Shown.name(name),
                    bytes,
                    Names.MAX_BROKER_NAME_BYTES,
                    consequence,
                    bytes - Names.MAX_BROKER_NAME_BYTES);
        }
        int control = firstControl(name);
        if (control >= 0) {
            report.add(
                    at(node) + field,
                    "node `%s`: %s `%s` has the control character U+%04X at position %d, which the broker stores in no"
                            + " name: %s. Leave it out.",
                    Shown.name(node),
                    what,
                    Shown.name(name),
                    (int) name.charAt(control),
                    control,
                    consequence);
        }
    }

    private static int firstControl(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < 0x20 || name.charAt(i) == 0x7f) {
                return i;
            }
        }
        return -1;
    }

    static void pathName(GraphDocument document, Report report) {
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < document.paths().size(); i++) {
            String name = document.paths().get(i).name();
            if (!Names.isSegment(name)) {
                report.add(
                        "/paths/" + i + "/name",
                        "path `%s` is no name: consumer groups are named after it. Use %s.",
                        Shown.name(name),
                        GRAMMAR);
            }
            if (!taken.add(name)) {
                report.add(
                        "/paths/" + i + "/name",
                        "path `%s` is declared twice: equal names give equal consumer groups, so each path would see"
                                + " only part of the messages. Rename one.",
                        Shown.name(name));
            }
        }
    }

    /// Whether a name is so long that a plan must not be made of it: each stage would carry it several times over.
    static boolean overlong(GraphDocument document) {
        return Stream.of(
                        Stream.of(document.application(), document.graph()),
                        document.nodes().keySet().stream(),
                        document.paths().stream().map(GraphPath::name))
                .flatMap(names -> names)
                .anyMatch(name -> name.length() > Names.MAX_BROKER_NAME_BYTES);
    }

    private static String at(String node) {
        return JsonPointer.member("/nodes", node);
    }
}
