package queencell.gate.rule;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import queencell.gate.document.GraphPath;
import queencell.gate.document.Shown;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.IngressPlan;

/// What queues, branches and other graphs make of a document, told once it is accepted (document, 9.3).
final class QueueWarnings {

    private static final String OWN_QUEUE = "{\"queue\": \"acme.mail.in\"}";
    private static final String INGRESS = "/nodes/door/ingress";

    static final List<Rule> RULES = List.of(
            Rule.path(
                            "fanout-multiplies",
                            "surprise at budgets that are spent once per branch",
                            Example.at(
                                    "",
                                    fanOut("[\"door\", [\"vendor\", \"audit\"]]"),
                                    fanOut("[\"door\", \"vendor\"]")),
                            QueueWarnings::fanoutMultiplies)
                    .asWarning(),
            Rule.node(
                            "single-partition",
                            "an entry that is one strict order and one loop, whatever the budget allows",
                            Example.at(INGRESS, "{\"partitions\": 1}", "{\"partitions\": 8}"),
                            QueueWarnings::singlePartition)
                    .asWarning(),
            Rule.node(
                            "ingress-queue",
                            "a misspelt queue name that nothing ever arrives in",
                            Example.facts(INGRESS, OWN_QUEUE, queue(false, 0, null), queue(true, 8, null)),
                            QueueWarnings::ingressQueue)
                    .asWarning(),
            Rule.node(
                            "ingress-retention",
                            "held work that the broker deletes while it waits for its budget",
                            Example.facts(INGRESS, OWN_QUEUE, queue(true, 8, "7200 seconds"), queue(true, 8, null)),
                            QueueWarnings::ingressRetention)
                    .asWarning(),
            Rule.node(
                            "egress-owner",
                            "a backlog figure that counts another graph's work too",
                            Example.facts(
                                    "/nodes/vendor/egress",
                                    "\"acme.mail.out\"",
                                    new Facts(
                                            Map.of(),
                                            List.of(),
                                            List.of(new Facts.EgressOwner("acme.mail.out", "acme/other")),
                                            List.of()),
                                    Facts.NONE),
                            QueueWarnings::egressOwner)
                    .asWarning(),
            Rule.node(
                            "ingress-unread",
                            "a door that takes work which no path reads",
                            Example.at("/nodes/vendor/ingress", "true", "false"),
                            QueueWarnings::ingressUnread)
                    .asWarning(),
            Rule.node(
                            "shared-elsewhere",
                            "two graphs that disagree about one counter, each enforcing its own idea",
                            Example.facts(
                                    "/nodes/vendor/budgets",
                                    "[{\"id\": \"out\", \"count\": 100, \"timeMs\": 1000, \"sharedKey\": \"ip\"}]",
                                    shared(200),
                                    shared(100)),
                            QueueWarnings::sharedElsewhere)
                    .asWarning());

    private QueueWarnings() {}

    private static String fanOut(String hops) {
        return """
                {"application": "acme", "graph": "mail", "version": 1, "nodes": {\
                "door": {"ingress": true, "budgets": [{"count": 200, "timeMs": 1000}]}, \
                "vendor": {"budgets": [{"count": 100, "timeMs": 1000}], "egress": "acme.mail.out"}, \
                "audit": {"ingress": true, "budgets": [{"count": 100, "timeMs": 1000}], "egress": "acme.mail.audit"}}, \
                "paths": [{"name": "main", "nodes": %s}, {"name": "audit", "nodes": ["audit"]}]}""".formatted(hops);
    }

    private static Facts queue(boolean exists, long partitions, String retention) {
        return new Facts(
                Map.of(
                        "acme.mail.in",
                        new Facts.Queue(exists, OptionalLong.of(partitions), Optional.ofNullable(retention))),
                List.of(),
                List.of(),
                List.of());
    }

    private static Facts shared(long count) {
        return new Facts(
                Map.of(), List.of(), List.of(), List.of(new Facts.SharedBudget("ip", "acme/other", count, 1000, 1)));
    }

    static void fanoutMultiplies(Subject subject, Subject.PathSubject path, Report report) {
        ShapeRules.forEachFanOut(path, (fanOut, hop) -> {
            int branches = fanOut.nodes().size();
            if (branches >= 2) {
                report.add(
                        path.at() + "/nodes/" + hop,
                        "path `%s`: one message becomes %d at the fan-out to %s, and each branch charges its own budgets.",
                        path.name(),
                        branches,
                        ShapeRules.listed(fanOut.nodes()));
            }
        });
    }

    static void singlePartition(Subject subject, Subject.NodeSubject node, Report report) {
        node.plan().ingress().ifPresent(ingress -> {
            if (partitions(subject, ingress) == 1) {
                report.add(
                        node.at() + "/ingress",
                        "node `%s`: its ingress queue `%s` has one partition, so there is one claim at a time, in strict order,"
                                + " in one loop. Use more partitions if the order between keys does not matter.",
                        node.name(),
                        Shown.name(ingress.queue()));
            }
        });
    }

    private static long partitions(Subject subject, IngressPlan ingress) {
        OptionalLong observed = Optional.ofNullable(subject.facts().queues().get(ingress.queue()))
                .filter(Facts.Queue::exists)
                .map(Facts.Queue::partitions)
                .orElse(OptionalLong.empty());
        if (observed.isPresent()) {
            return observed.getAsLong();
        }
        return ingress.ownedByGate()
                ? ingress.partitions()
                : ingress.declaredPartitions().orElse(0);
    }

    static void ingressQueue(Subject subject, Subject.NodeSubject node, Report report) {
        ownQueue(node).ifPresent(queue -> {
            Facts.Queue fact = subject.facts().queues().get(queue);
            if (fact != null && !fact.exists()) {
                report.add(
                        node.at() + "/ingress/queue",
                        "node `%s`: the broker knows no queue `%s`. It is consumed from its first message, and not created by"
                                + " Gate: check the name if your application has pushed to it before.",
                        node.name(),
                        Shown.name(queue));
            }
        });
    }

    static void ingressRetention(Subject subject, Subject.NodeSubject node, Report report) {
        ownQueue(node).ifPresent(queue -> {
            Facts.Queue fact = subject.facts().queues().get(queue);
            if (fact != null && fact.exists() && fact.retention().isPresent()) {
                report.add(
                        node.at() + "/ingress/queue",
                        "node `%s`: queue `%s` keeps a message for %s, so work that waits longer for its budget could be"
                                + " deleted. Turn retention of waiting messages off, or make it longer than the longest wait.",
                        node.name(),
                        Shown.name(queue),
                        Shown.name(fact.retention().get()));
            }
        });
    }

    private static Optional<String> ownQueue(Subject.NodeSubject node) {
        return node.plan().ingress().filter(ingress -> !ingress.ownedByGate()).map(IngressPlan::queue);
    }

    static void egressOwner(Subject subject, Subject.NodeSubject node, Report report) {
        node.plan().egress().ifPresent(egress -> {
            List<String> graphs = subject.otherGraphsPushingTo(egress.queue());
            if (!graphs.isEmpty()) {
                report.add(
                        node.at() + "/egress",
                        "node `%s`: egress queue `%s` is fed by graph %s too, so the backlog waiting for workers counts both.",
                        node.name(),
                        Shown.name(egress.queue()),
                        ShapeRules.listed(graphs));
            }
        });
    }

    static void ingressUnread(Subject subject, Subject.NodeSubject node, Report report) {
        node.plan().ingress().ifPresent(ingress -> {
            boolean read = subject.visits().of(node.key()).stream().anyMatch(path -> startsAt(path, node.key()));
            if (!read) {
                report.add(
                        node.at() + "/ingress",
                        "node `%s` has an ingress, and no path starts there: what is pushed into queue `%s` has no reader. Start"
                                + " a path at the node, or drop its ingress.",
                        node.name(),
                        Shown.name(ingress.queue()));
            }
        });
    }

    private static boolean startsAt(GraphPath path, String node) {
        return !path.hops().isEmpty() && path.hops().getFirst().nodes().contains(node);
    }

    /// The budgets of one key agree within a document that is accepted, so the first of them speaks for all.
    static void sharedElsewhere(Subject subject, Subject.NodeSubject node, Report report) {
        for (Subject.BudgetSubject budget : subject.watching() ? List.<Subject.BudgetSubject>of() : node.budgets()) {
            if (budget.firstShared().isEmpty()) {
                budget.plan().sharedKey().ifPresent(key -> disagreements(subject, node, budget, key, report));
            }
        }
    }

    private static void disagreements(
            Subject subject, Subject.NodeSubject node, Subject.BudgetSubject budget, String key, Report report) {
        BudgetPlan here = budget.plan();
        for (Facts.SharedBudget there : subject.sharedElsewhere(key)) {
            boolean agrees = there.count() == here.count()
                    && there.timeMs() == here.timeMs()
                    && there.subWindows() == here.window().parts();
            if (!agrees) {
                report.add(
                        budget.at() + "/sharedKey",
                        "budget `%s` of node `%s` shares counter `%s` with graph `%s`, and they disagree: %d per %d ms in"
                                + " %d sub-windows here, %d per %d ms in %d there. Whichever charges first sets the"
                                + " window; make them agree, or use two keys.",
                        budget.name(),
                        node.name(),
                        Shown.name(key),
                        Shown.name(there.graph()),
                        here.count(),
                        here.timeMs(),
                        here.window().parts(),
                        there.count(),
                        there.timeMs(),
                        there.subWindows());
            }
        }
    }
}
